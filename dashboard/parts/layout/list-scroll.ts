import { useLayoutEffect, useRef } from 'react'

/**
 * Restores the list's scroll position on narrow screens, where an open item covers the whole page and starts at its
 * top. Returns the function to call before an item is opened.
 */
export function useListScroll(isOpen: boolean): () => void {
  const listScrollY = useRef(0)
  useLayoutEffect(() => {
    if (matchMedia('(max-width: 75em)').matches) scrollTo(0, isOpen ? 0 : listScrollY.current)
  }, [isOpen])
  return () => {
    listScrollY.current = scrollY
  }
}
