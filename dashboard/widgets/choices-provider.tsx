import { useDebouncedCallback } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Change, type Choices, readChoices, withChange, withChoices } from './choices.ts'

type ChoicesContextValue = { choices: Choices; change: (change: Change) => void; reset: () => void }

const ChoicesContext = createContext<ChoicesContextValue | undefined>(undefined)

/** The widget choices and functions to change them. Throws outside ChoicesProvider. */
export function useChoices(): ChoicesContextValue {
  const context = useContext(ChoicesContext)
  if (!context) throw new Error('ChoicesProvider is missing')
  return context
}

/**
 * Holds the widget choices. The URL follows after 200 ms: dragging a colour changes it many times a second, and
 * browsers limit how often a page may change its URL.
 */
export function ChoicesProvider({ children }: { children: ReactNode }) {
  const [params, setParams] = useSearchParams()
  const [choices, setChoices] = useState(() => readChoices(params))
  const hasPendingWrite = useRef(false)
  const write = useDebouncedCallback((next: Choices) => {
    hasPendingWrite.current = false
    setParams(now => withChoices(now, next), { replace: true })
  }, 200)
  const choose = (next: Choices) => {
    hasPendingWrite.current = true
    setChoices(next)
    write(next)
  }
  useEffect(() => {
    if (!hasPendingWrite.current) setChoices(readChoices(params))
  }, [params])
  const change = (changes: Change) => choose(withChange(choices, changes))
  const reset = () => choose(readChoices(new URLSearchParams()))
  return <ChoicesContext.Provider value={{ choices, change, reset }}>{children}</ChoicesContext.Provider>
}
