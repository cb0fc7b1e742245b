package lang

// The files of a project, in steps and in one place.
func init() {
	add(words{
		"nav.files":        {"Файлы", "Files"},
		"files.lead":       {"Картинки, видео и документы, которые отправляет бот и показывают страницы. Большие картинки уменьшаются сами.", "Pictures, videos and documents that the bot sends and the pages show. Big pictures are made smaller by themselves."},
		"files.add":        {"Добавить файл", "Add a file"},
		"files.none":       {"Файлов пока нет.", "There are no files yet."},
		"files.size":       {"{n}\u00a0КБ", "{n} KB"},
		"files.pixels":     {"{w} × {h}, {size}", "{w} × {h}, {size}"},
		"files.open":       {"Открыть", "Open"},
		"files.open_named": {"Открыть: {name}", "Open: {name}"},
		"files.alt":        {"Что на картинке", "What it shows"},
		"files.name":       {"Название", "Name"},
		"toast.file_added": {"Файл добавлен", "The file is added"},
		"files.picture":    {"Картинка", "A picture"},
		"files.nameless":   {"Файл", "A file"},
		"files.upload":     {"Загрузить файл", "Upload a file"},
		"files.send":       {"Отправить", "Send"},
		"files.uploading":  {"Файл загружается", "The file is being uploaded"},
		"files.limits":     {"Картинка до 10\u00a0МБ, видео, голос или другой файл до 50\u00a0МБ", "A picture up to 10 MB, a video, a voice or another file up to 50 MB"},
		"files.choose":     {"Выбрать из файлов проекта", "Choose from the project's files"},
		"files.empty":      {"Файл пустой. Выберите другой", "The file is empty. Choose another one"},
		"files.heavy":      {"Файл слишком большой: картинка до {picture}\u00a0МБ, остальное до {max}\u00a0МБ", "The file is too big: a picture up to {picture} MB, anything else up to {max} MB"},
		"files.many":       {"В одном сообщении не больше {max} файлов", "A message has {max} files at most"},
	})
}
