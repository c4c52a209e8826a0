/**
 * Called before `root` changes its height; what it returns is called after. What stands below and out of sight
 * stays out of sight: a shorter list never pulls the page's footer under the shopper's eyes.
 */
export function keepBelowStill(root: HTMLElement): () => void {
  const wasOutOfSight = root.getBoundingClientRect().bottom >= innerHeight
  return () => {
    root.style.minHeight = ''
    const { top, bottom } = root.getBoundingClientRect()
    const wouldShow = wasOutOfSight && top < innerHeight && bottom < innerHeight
    if (wouldShow) root.style.minHeight = `${innerHeight - top}px`
  }
}
