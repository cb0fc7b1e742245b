// <input type="hidden" data-zone>: holds the browser's time zone.
for (const field of document.querySelectorAll("[data-zone]")) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
