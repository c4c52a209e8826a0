import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../words/words.tsx'
import { type Block, type BlockType, type Design, newBlock } from './blocks.ts'
import type { History } from './use-history.ts'

/** What gets the focus after a change: a button of a block, or its first field. */
type Goal = { place: number; part: 'up' | 'down' | 'remove' | 'field' } | 'layouts'

/**
 * The changes of a list of blocks. The focus stays with the block that moved, and `said` is what a screen reader reads
 * out, with a number that tells repeated ones apart. The editor's element is `editor`; its parts have `data-place` and
 * `data-part`.
 */
export function useBlocks(blocks: Block[], history: History, button: string) {
  const texts = useTexts('mail-design')
  const [said, setSaid] = useState({ text: '', number: 0 })
  const say = (text: string) => setSaid(({ number }) => ({ text, number: number + 1 }))
  const editor = useRef<HTMLDivElement>(null)
  const goal = useRef<Goal>(undefined)
  useEffect(() => {
    if (!goal.current || !editor.current) return
    focusOn(editor.current, goal.current)
    goal.current = undefined
  })
  const of = (block: Block, place: number, count = blocks.length) => ({
    block: texts.types[block.type],
    number: place + 1,
    count,
  })
  return {
    editor,
    said,
    say,
    edit: (place: number, block: Block, typedIn?: string) =>
      history.change(blocks.with(place, block), typedIn && `${place} ${typedIn}`),
    move: (place: number, to: number) => {
      const [block, other] = [blocks[place], blocks[to]]
      if (!block || !other) return
      goal.current = { place: to, part: to < place ? 'up' : 'down' }
      say(texts.moved(of(block, to)))
      history.change(blocks.with(place, other).with(to, block))
    },
    remove: (place: number) => {
      const block = blocks[place]
      if (!block) return
      goal.current = { place: Math.min(place, blocks.length - 2), part: 'remove' }
      say(texts.removed(of(block, place)))
      history.change(blocks.toSpliced(place, 1))
    },
    add: (type: BlockType) => {
      const block = newBlock(type, { button })
      goal.current = { place: blocks.length, part: 'field' }
      say(texts.added(of(block, blocks.length, blocks.length + 1)))
      history.change([...blocks, block])
    },
    begin: (design: Design) => {
      goal.current = { place: 0, part: 'field' }
      history.change(design)
    },
    clear: (inherited: Design) => {
      goal.current = inherited === null ? 'layouts' : { place: 0, part: 'field' }
      history.change(inherited)
    },
  }
}

export type Blocks = ReturnType<typeof useBlocks>

// The first block cannot move up: the focus goes to its button that moves down. An empty list has only buttons to add.
function focusOn(editor: Element, goal: Goal): void {
  if (goal === 'layouts') {
    editor.querySelector<HTMLElement>('[data-part=layout]')?.focus()
    return
  }
  const { place, part } = goal
  const block = editor.querySelector(`[data-place="${place}"]`)
  const choices = {
    up: '[data-part=up]:enabled, [data-part=down]:enabled',
    down: '[data-part=down]:enabled, [data-part=up]:enabled',
    remove: '[data-part=remove]',
    field: 'input, textarea, [data-part=up]:enabled, [data-part=remove]',
  }
  const found = choices[part].split(', ').map(one => block?.querySelector<HTMLElement>(one))
  const fallback = editor.querySelector<HTMLElement>('[data-part=add]')
  const element = found.find(one => one) ?? fallback
  element?.focus()
}
