import { useLayoutEffect, useRef } from 'react'

/**
 * Where one item takes the whole page it begins at its top, and the list is found again where it was left. Answers
 * with what is to be called before one is opened.
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
