-- +goose Up

-- What a picture shows, for those who do not see it; '' when nobody said.
ALTER TABLE media ADD COLUMN alt text NOT NULL DEFAULT '' CHECK (length(alt) <= 300);
