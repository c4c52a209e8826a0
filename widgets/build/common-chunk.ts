// What reviews and questions share, though other elements need only some of it: cut in two it is larger.
export const common = {
  name: 'common',
  test: /\/lit(-html)?\/|widgets\/(styles|elements\/(controls\.styles|say|loading-element|icons|keep-still|foldable|fold|joined))\.ts$/,
  includeDependenciesRecursively: false,
}
