// The little of a document that the runtime touches while it draws. Elements
// keep what they are given; Go reads tag, attrs and kids, and does the escaping.
globalThis.document = {
  getElementById: () => null,
  createElement: (tag) => ({
    tag,
    attrs: [],
    kids: [],
    setAttribute(name, value) {
      this.attrs.push([name, "" + value]);
    },
    append(...kids) {
      this.kids.push(...kids);
    },
  }),
};
