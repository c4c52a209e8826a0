// What reviews and questions share, though other elements need only some of it: cut in two it is larger.
const common = {
  name: 'common',
  test: /\/lit(-html)?\/|widgets\/(styles|elements\/(controls\.styles|say|dress|reply|loading-element|icons|keep-still|foldable|fold|joined))\.ts$/,
  includeDependenciesRecursively: false,
}

// The list of reviews without what it loads later. A view of pictures shares cards and styles with it; cut in two it is
// larger.
const reviews = {
  name: 'reviews',
  test: /widgets\/elements\/reviews\/(cards\/)?(?!structured-data|visitor)[a-z.-]+\.ts$/,
  includeDependenciesRecursively: false,
}

// What reviews load once they are there. rw-carousel needs only its texts; cut in two, reviews would have a request
// more.
const extras = {
  name: 'extras',
  test: /(widgets\/elements\/reviews\/extras\/[^/]+\.ts|texts\/widgets\/details)$/,
  includeDependenciesRecursively: false,
}

// What rw-gallery and rw-carousel share, and what all elements that few pages have do.
const strips = {
  name: 'strips',
  test: /(widgets\/elements\/strips\/[^/]+\.ts|texts\/widgets\/strips)$/,
  includeDependenciesRecursively: false,
}
const more = {
  name: 'more',
  test: /widgets\/elements\/more(-properties)?\.ts$/,
  includeDependenciesRecursively: false,
}

export const chunkGroups = { groups: [common, reviews, extras, strips, more] }
