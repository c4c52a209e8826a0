/**
 * Keeps content below the visible area in place while a shadow tree changes its height. Call it before its root
 * changes, and call the returned function afterwards. A shorter list then does not pull the page's footer into view.
 * Placeholders are taller than a few reviews, and would leave a hole, so the first content is as tall as it is.
 */
export function keepBelowStill(tree: ShadowRoot): () => void {
  const find = () => tree.querySelector<HTMLElement>('.root')
  const before = find()
  const wasOutOfSight =
    before && !before.querySelector('.blank') && before.getBoundingClientRect().bottom >= innerHeight
  return () => {
    const root = find()
    if (!root) return
    root.style.minHeight = ''
    const { top, bottom } = root.getBoundingClientRect()
    if (wasOutOfSight && bottom < innerHeight) root.style.minHeight = `${innerHeight - top}px`
  }
}
