// A save that waited for another request to end goes out as the form stands by
// then: with the revision that the other one brought, or it would be taken for
// somebody else's, and with the picture, or it would take that away again.
document.addEventListener("htmx:before:request", (event) => {
  const { sourceElement: source, request } = event.detail?.ctx ?? {};
  const form = source?.form ?? source; // a button or a choice sends its form, too
  if (!form?.elements?.revision || !request.body?.has?.("revision")) return;
  const now = [...new FormData(form)];
  for (const [name] of now) request.body.delete(name);
  for (const [name, value] of now) request.body.append(name, value);
});
