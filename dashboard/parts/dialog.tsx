import { Modal } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useWords } from '../words/words.tsx'

/** A dialog. Most are on the screen only while they are open; `opened` is for those that stay. */
export function Dialog({
  opened = true,
  close,
  title,
  size,
  isKept = false,
  children,
}: {
  opened?: boolean
  close: () => void
  title: string | undefined
  size?: 'lg' | 'xl'
  /** A click beside it does not close it. */
  isKept?: boolean
  children: ReactNode
}) {
  const { common } = useWords()
  useFocusBack(opened)
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      closeOnClickOutside={!isKept}
      closeButtonProps={{ 'aria-label': common.close }}
      {...(size && { size })}
    >
      {children}
    </Modal>
  )
}

/** Gives the focus back to what had it before something came that is gone now: Mantine does so only for what stays. */
export function useFocusBack(isOpen = true): void {
  useEffect(() => {
    const before = document.activeElement
    if (!(isOpen && before instanceof HTMLElement)) return
    return () => before.focus({ preventScroll: true })
  }, [])
}
