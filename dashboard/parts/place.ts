import { useLayoutEffect, useRef } from 'react'

/**
 * Where one item takes the whole page it begins at its top, and the list is found again where it was left. Answers
 * with what is to be called before one is opened.
 */
export function usePlace(isOpen: boolean): () => void {
  const place = useRef(0)
  useLayoutEffect(() => {
    if (matchMedia('(max-width: 75em)').matches) scrollTo(0, isOpen ? 0 : place.current)
  }, [isOpen])
  return () => {
    place.current = scrollY
  }
}
