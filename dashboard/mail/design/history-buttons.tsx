import { Button } from '@mantine/core'
import { Icon } from '../../parts/icon.tsx'
import { useCommonTexts, useTexts } from '../../words/words.tsx'
import type { History } from './use-history.ts'

type Props = { history: History; undo: () => void; redo: () => void }

/** Undo and redo. They keep the focus when there is nothing left to undo. */
export function HistoryButtons({ history, undo, redo }: Props) {
  const { common } = useCommonTexts()
  const texts = useTexts('mail-design')
  const looks = { variant: 'subtle', size: 'compact-sm', color: 'gray' } as const
  const state = (isOn: boolean) => ({ 'aria-disabled': !isOn, ...(!isOn && { 'data-disabled': true }) })
  return (
    <>
      <Button
        {...looks}
        {...state(history.canUndo)}
        leftSection={<Icon name="undo" size={16} />}
        aria-keyshortcuts="Control+Z"
        onClick={undo}
      >
        {common.undo}
      </Button>
      <Button
        {...looks}
        {...state(history.canRedo)}
        leftSection={<Icon name="redo" size={16} />}
        aria-keyshortcuts="Control+Shift+Z"
        onClick={redo}
      >
        {texts.redo}
      </Button>
    </>
  )
}
