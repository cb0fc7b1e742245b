-- +goose Up

-- The IANA name of the zone in which a project's owner lives: opening hours,
-- countdowns and the times of orders are told in it.
ALTER TABLE projects ADD COLUMN zone text NOT NULL DEFAULT 'UTC' CHECK (zone <> '');
UPDATE projects SET zone = 'Europe/Moscow' WHERE language = 'ru';
