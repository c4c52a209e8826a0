import { useCommonTexts } from '../../words/words.tsx'
import { ReadAfter } from '../layout/read-after.tsx'

/** A dot on a tab or menu entry that has unsaved edits. */
export function UnsavedDot() {
  const { common } = useCommonTexts()
  return (
    <span
      title={common.unsaved}
      style={{
        display: 'inline-block',
        width: 8,
        height: 8,
        borderRadius: 4,
        background: 'var(--mantine-color-orange-filled)',
      }}
    >
      <ReadAfter>{common.unsaved}</ReadAfter>
    </span>
  )
}
