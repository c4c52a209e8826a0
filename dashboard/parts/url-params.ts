import { useHref, useLocation, useSearchParams } from 'react-router'

/** The page's URL parameters and a function to change them. A null or empty value removes its parameter. */
export function useUrlParams<Name extends string>() {
  const [params, setParams] = useSearchParams()
  const drawn = useHref(useLocation().pathname)
  const setUrlParams = (changes: Partial<Record<Name, string | null>>, { replace = true } = {}) => {
    // The user has opened another page, which is still being loaded: a late change would call them back.
    if (withoutSlash(location.pathname) !== withoutSlash(drawn)) return
    // From the address itself: `params` lacks a change that was made since the last render.
    const next = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries<string | null | undefined>(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParams(next, { replace })
  }
  return [params, setUrlParams] as const
}

const withoutSlash = (path: string) => path.replace(/\/$/, '')
