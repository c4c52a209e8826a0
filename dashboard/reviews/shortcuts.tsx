import '@mantine/core/styles/Kbd.css'
import { Group, Kbd, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { Switch } from '../parts/pickers/switch.tsx'
import { useTexts } from '../words/words.tsx'

const shortcuts = [
  ['j', 'next'],
  ['k', 'previous'],
  ['p', 'publish'],
  ['x', 'reject'],
  ['r', 'reply'],
  ['s', 'select'],
  ['z', 'undo'],
  ['?', 'help'],
] as const

type Name = (typeof shortcuts)[number][1]

/**
 * Binds the shortcuts while `isOn`, unless the user has turned them off, as people do whose speech is typed (WCAG 2.1.4).
 * They are ignored in text fields, but not on a focused tab or checkbox: the list stays
 * usable by keyboard after a click on one. The typed character counts, because keyboards have `?` in different places.
 */
export function useShortcuts(actions: Record<Name, () => unknown>, isOn: boolean): void {
  const [areOn] = useChoice()
  const act = useEffectEvent((event: KeyboardEvent) => {
    const [, name] = shortcuts.find(([key]) => key === event.key) ?? []
    if (!name || !isOn || !areOn || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return
    event.preventDefault()
    actions[name]()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => act(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** Whether this browser's user wants shortcuts. */
function useChoice() {
  return useLocalStorage({ key: 'realword-shortcuts', defaultValue: true, getInitialValueInEffect: false })
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button'].includes(target.type)
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName)
}

export function ShortcutsDialog({ opened, close }: { opened: boolean; close: () => void }) {
  const texts = useTexts('reviews')
  const [areOn, setAreOn] = useChoice()
  return (
    <Dialog opened={opened} close={close} title={texts.shortcuts}>
      <Stack gap="sm">
        {shortcuts.map(([key, name]) => (
          <Group key={key} justify="space-between">
            <Text size="sm">{texts.keys[name]}</Text>
            <Kbd>{key}</Kbd>
          </Group>
        ))}
        <Switch
          label={texts.useShortcuts}
          checked={areOn}
          onChange={({ currentTarget }) => setAreOn(currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  )
}
