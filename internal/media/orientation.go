package media

import (
	"bytes"
	"encoding/binary"
	"image"
)

// orientationOf reads how a camera was held from a JPEG's EXIF: 1 to 8, where
// 1 is upright and also stands for anything that cannot be read.
func orientationOf(file []byte) int {
	const tag = 0x0112
	for _, e := range exifEntries(exifOf(file)) {
		if e.tag == tag && e.value >= 1 && e.value <= 8 {
			return int(e.value)
		}
	}
	return 1
}

// exifOf finds the EXIF block among a JPEG's segments.
func exifOf(file []byte) []byte {
	const start, app1, scan = 0xD8, 0xE1, 0xDA
	if len(file) < 2 || file[0] != 0xFF || file[1] != start {
		return nil
	}
	for rest := file[2:]; len(rest) >= 4 && rest[0] == 0xFF && rest[1] != scan; {
		size := int(binary.BigEndian.Uint16(rest[2:])) // counts itself
		if size < 2 || size+2 > len(rest) {
			return nil
		}
		if exif, found := bytes.CutPrefix(rest[4:size+2], []byte("Exif\x00\x00")); found && rest[1] == app1 {
			return exif
		}
		rest = rest[size+2:]
	}
	return nil
}

type exifEntry struct{ tag, value uint16 }

// exifEntries are the short values of the first directory of a TIFF header.
func exifEntries(tiff []byte) (entries []exifEntry) {
	const head, entrySize = 8, 12
	if len(tiff) < head {
		return nil
	}
	var order binary.ByteOrder = binary.LittleEndian
	if tiff[0] == 'M' {
		order = binary.BigEndian
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return nil
	}
	count, rest := int(order.Uint16(tiff[at:])), tiff[at+2:]
	for ; count > 0 && len(rest) >= entrySize; count-- {
		entries = append(entries, exifEntry{order.Uint16(rest), order.Uint16(rest[8:])})
		rest = rest[entrySize:]
	}
	return entries
}

// upright turns and mirrors a picture as its orientation asks.
func upright(img image.Image, orientation int) image.Image {
	if orientation == 1 {
		return img
	}
	b := img.Bounds()
	w, h := b.Dx(), b.Dy()
	if orientation >= 5 {
		w, h = h, w
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			sx, sy := source(orientation, x, y, w, h)
			out.Set(x, y, img.At(b.Min.X+sx, b.Min.Y+sy))
		}
	}
	return out
}

// source is the pixel of the file that is shown at x, y of a w by h picture.
func source(orientation, x, y, w, h int) (int, int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, w - 1 - x
	case 7:
		return h - 1 - y, w - 1 - x
	case 8:
		return h - 1 - y, x
	}
	return x, y
}
