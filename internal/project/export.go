package project

import (
	"context"
	"fmt"
	"io"
	"math"
	"path"
	"strconv"

	"botyard/db"
	"botyard/internal/audit"
)

// Export writes everything that an account has into a zip: who signs in, and
// of each project the draft, the versions, the clients, what they sent and
// wrote, the pictures. No password, token or secret is in it. A draft and a version are
// written as the draft's address takes them. It is read piece by piece, so
// that what changes meanwhile may or may not be in it.
func (s *Service) Export(ctx context.Context, accountID, userID int64, w io.Writer) error {
	account, err := s.Store.ExportAccount(ctx, db.ExportAccountParams{AccountID: accountID, UserID: userID})
	if err != nil {
		return fmt.Errorf("read account %d: %w", accountID, err)
	}
	projects, err := s.Store.ExportProjects(ctx, accountID)
	if err != nil {
		return fmt.Errorf("list the projects of account %d: %w", accountID, err)
	}
	if err := audit.Record(ctx, s.Store.Queries, audit.Entry{Action: audit.ExportedAccount, Account: accountID}); err != nil {
		return err
	}
	z := newArchive(w)
	if err := z.json("account.json", accountFile{account.Email, account.Language, account.CreatedAt}); err != nil {
		return err
	}
	for _, p := range projects {
		if err := s.exportProject(ctx, z, p); err != nil {
			return fmt.Errorf("export project %d: %w", p.ID, err)
		}
	}
	return z.close()
}

func (s *Service) exportProject(ctx context.Context, z *archive, p db.ExportProjectsRow) error {
	folder := fmt.Sprintf("projects/%d-%s", p.ID, p.Slug)
	draft, _, err := s.Draft(ctx, p.ID)
	if err != nil {
		return err
	}
	about := projectFile{Name: p.Name, Language: p.Language, Address: p.Slug, Bot: p.Bot, Version: p.CurrentRelease, CreatedAt: p.CreatedAt}
	if err := z.json(path.Join(folder, "project.json"), about); err != nil {
		return err
	}
	if err := z.json(path.Join(folder, "draft.json"), draft); err != nil {
		return err
	}
	for _, part := range []func(context.Context, *archive, string, int64) error{
		s.exportVersions, s.exportClients, s.exportSubmissions, s.exportMessages, s.exportPictures,
	} {
		if err := part(ctx, z, folder, p.ID); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) exportVersions(ctx context.Context, z *archive, folder string, projectID int64) error {
	rows, err := s.Store.ExportReleases(ctx, projectID)
	if err != nil {
		return fmt.Errorf("list versions: %w", err)
	}
	for _, row := range rows {
		content, err := s.Store.ReleaseContent(ctx, db.ReleaseContentParams{ProjectID: projectID, Number: row.Number})
		if err != nil {
			return fmt.Errorf("read version %d: %w", row.Number, err)
		}
		if err := z.json(path.Join(folder, "versions", strconv.Itoa(int(row.Number))+".json"), draftOfRelease(content)); err != nil {
			return err
		}
	}
	return nil
}

// exportPiece is how many rows are read at a time.
const exportPiece = 1000

func (s *Service) exportClients(ctx context.Context, z *archive, folder string, projectID int64) error {
	return z.list(path.Join(folder, "clients.json"), func(add func(any) error) error {
		for last := int64(-1 << 63); ; {
			rows, err := s.Store.ExportClients(ctx, db.ExportClientsParams{ProjectID: projectID, After: last, Most: exportPiece})
			if err != nil {
				return fmt.Errorf("read clients: %w", err)
			}
			for _, row := range rows {
				if err := add(clientFile(row)); err != nil {
					return err
				}
				last = row.UserID
			}
			if len(rows) < exportPiece {
				return nil
			}
		}
	})
}

func (s *Service) exportSubmissions(ctx context.Context, z *archive, folder string, projectID int64) error {
	return z.list(path.Join(folder, "submissions.json"), func(add func(any) error) error {
		for before := int64(math.MaxInt64); ; {
			rows, err := s.Store.Submissions(ctx, db.SubmissionsParams{ProjectID: projectID, Before: before, Most: exportPiece})
			if err != nil {
				return fmt.Errorf("read submissions: %w", err)
			}
			for _, row := range rows {
				if err := add(submissionFile{row.Number, row.CreatedAt, row.Source, row.UserID, row.Status, row.Note, row.Content}); err != nil {
					return err
				}
				before = row.Number
			}
			if len(rows) < exportPiece {
				return nil
			}
		}
	})
}

func (s *Service) exportMessages(ctx context.Context, z *archive, folder string, projectID int64) error {
	return z.list(path.Join(folder, "messages.json"), func(add func(any) error) error {
		for p := (db.ExportMessagesParams{ProjectID: projectID, ChatID: -1 << 63, Most: exportPiece}); ; {
			rows, err := s.Store.ExportMessages(ctx, p)
			if err != nil {
				return fmt.Errorf("read messages: %w", err)
			}
			for _, row := range rows {
				if err := add(messageOf(row)); err != nil {
					return err
				}
				p.ChatID, p.At, p.EventID, p.Seq = row.ChatID, row.At, row.EventID, row.Seq
			}
			if len(rows) < exportPiece {
				return nil
			}
		}
	})
}

func (s *Service) exportPictures(ctx context.Context, z *archive, folder string, projectID int64) error {
	files, err := s.Store.ExportMedia(ctx, projectID)
	if err != nil {
		return fmt.Errorf("list pictures: %w", err)
	}
	for _, file := range files {
		out, err := z.file(path.Join(folder, "pictures", file.Key+extension(file.Mime)))
		if err != nil {
			return err
		}
		for n, left := int16(0), file.Bytes; left > 0; n++ {
			chunk, err := s.Store.MediaChunk(ctx, db.MediaChunkParams{ProjectID: projectID, Key: file.Key, N: n})
			if err != nil {
				return fmt.Errorf("read picture %s: %w", file.Key, err)
			}
			if _, err := out.Write(chunk); err != nil {
				return fmt.Errorf("write picture %s: %w", file.Key, err)
			}
			left -= int32(len(chunk))
		}
	}
	return nil
}

func extension(mime string) string {
	return map[string]string{"image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp", "image/gif": ".gif"}[mime]
}
