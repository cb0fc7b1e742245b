// A save that waited for another to end goes out with the revision that the
// other one brought, or it would be taken for somebody else's.
document.addEventListener("htmx:before:request", (event) => {
  const { sourceElement, request } = event.detail?.ctx ?? {};
  const revision = sourceElement?.elements?.revision?.value;
  if (revision && request.body?.has?.("revision")) request.body.set("revision", revision);
});
