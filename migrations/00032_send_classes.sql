-- +goose Up

-- The class leads the order in which a project's messages are read, so that an
-- answer to a person is found however many notices wait. It stands in the key
-- in place of an index of its own: a message is written once and deleted
-- once. That a turn enqueues nothing twice is still kept by the key, since a
-- turn that committed has deleted its event.
ALTER TABLE outbox DROP CONSTRAINT outbox_pkey, ADD PRIMARY KEY (project_id, class, event_id, seq);
