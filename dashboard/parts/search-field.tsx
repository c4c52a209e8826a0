import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'

/** Searches shortly after typing stops. `value` is the current search; a change to it from outside updates the field. */
export function SearchField({
  value,
  search,
  ...props
}: { value: string; search: (text: string) => void } & Omit<TextInputProps, 'value' | 'onChange'>) {
  const [input, setInput] = useState(value)
  const searched = useRef(value)
  const searchLater = useDebouncedCallback((text: string) => {
    searched.current = text.trim()
    search(searched.current)
  }, 300)
  useEffect(() => {
    if (value === searched.current) return
    searched.current = value
    setInput(value)
  }, [value])
  return (
    <TextInput
      type="search"
      leftSection={<Icon name="search" size={16} />}
      maxLength={200}
      {...props}
      value={input}
      onChange={event => {
        setInput(event.currentTarget.value)
        searchLater(event.currentTarget.value)
      }}
    />
  )
}
