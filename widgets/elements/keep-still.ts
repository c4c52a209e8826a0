/**
 * Called before the root of a shadow tree changes its height, or gives way to another; what it returns is called
 * after. What stands below and out of sight stays out of sight: a shorter list never pulls the page's footer under
 * the shopper's eyes.
 */
export function keepBelowStill(tree: ShadowRoot): () => void {
  const find = () => tree.querySelector<HTMLElement>('.root')
  const before = find()
  const wasOutOfSight = before && before.getBoundingClientRect().bottom >= innerHeight
  return () => {
    const root = find()
    if (!root) return
    root.style.minHeight = ''
    const { top, bottom } = root.getBoundingClientRect()
    const wouldShow = wasOutOfSight && top < innerHeight && bottom < innerHeight
    if (wouldShow) root.style.minHeight = `${innerHeight - top}px`
  }
}
