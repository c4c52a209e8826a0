import { ActionIcon } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import { useTexts } from '../words/words.tsx'

type Act = (() => void) | undefined

/** What can be done with an entry of a list. Undefined: not at its place. */
export type Moves = { up: Act; down: Act; remove: () => void }

/** The moves of the entry at `index`. */
export function movesOf<Entry>(entries: Entry[], index: number, change: (entries: Entry[]) => void): Moves {
  const swap = (at: number) => {
    const [upper, lower] = entries.slice(at) as [Entry, Entry]
    change(entries.toSpliced(at, 2, lower, upper))
  }
  return {
    up: index > 0 ? () => swap(index - 1) : undefined,
    down: index < entries.length - 1 ? () => swap(index) : undefined,
    remove: () => change(entries.toSpliced(index, 1)),
  }
}

/** The buttons that move and remove an entry. */
export function MoveTools({ title, up, down, remove }: Moves & { title: string }) {
  const texts = useTexts('templates')
  return (
    <>
      <Tool icon="up" label={texts.up({ title })} act={up} />
      <Tool icon="down" label={texts.down({ title })} act={down} />
      <Tool icon="close" label={texts.remove({ title })} act={remove} />
    </>
  )
}

export function Tool({ icon, label, act }: { icon: 'up' | 'down' | 'close'; label: string; act: Act }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} disabled={!act} onClick={act}>
      <Icon name={icon} size={18} />
    </ActionIcon>
  )
}
