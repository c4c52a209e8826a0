import { useDebouncedCallback } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Change, type Choices, readChoices, withChange, withChoices } from './choices.ts'

type Chosen = { choices: Choices; change: (change: Change) => void; reset: () => void }

const ChoicesContext = createContext<Chosen | undefined>(undefined)

/** What is chosen, and the way to choose otherwise; only below ChoicesProvider. */
export function useChoices(): Chosen {
  const chosen = useContext(ChoicesContext)
  if (!chosen) throw new Error('no ChoicesProvider around this')
  return chosen
}

/**
 * Holds what is chosen. The address follows a moment later: a colour that is dragged changes many times a second,
 * and browsers take an address only so often.
 */
export function ChoicesProvider({ children }: { children: ReactNode }) {
  const [params, setParams] = useSearchParams()
  const [choices, setChoices] = useState(() => readChoices(params))
  const isAhead = useRef(false)
  const write = useDebouncedCallback((next: Choices) => {
    isAhead.current = false
    setParams(now => withChoices(now, next), { replace: true })
  }, 200)
  const choose = (next: Choices) => {
    isAhead.current = true
    setChoices(next)
    write(next)
  }
  useEffect(() => {
    if (!isAhead.current) setChoices(readChoices(params))
  }, [params])
  const change = (wanted: Change) => choose(withChange(choices, wanted))
  const reset = () => choose(readChoices(new URLSearchParams()))
  return <ChoicesContext.Provider value={{ choices, change, reset }}>{children}</ChoicesContext.Provider>
}
