-- +goose Up

-- Under which id Telegram keeps an uploaded file for a bot, so that it is
-- uploaded once. kind is what it was sent as: photo, video, voice, document.
CREATE TABLE sent_files (
    project_id     bigint      NOT NULL,
    integration_id bigint      NOT NULL,
    key            text        NOT NULL,
    kind           text        NOT NULL,
    file_id        text        NOT NULL CHECK (file_id <> ''),
    sent_at        timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, integration_id, key, kind),
    FOREIGN KEY (project_id, integration_id) REFERENCES integrations ON DELETE CASCADE,
    FOREIGN KEY (project_id, key) REFERENCES media ON DELETE CASCADE
);

