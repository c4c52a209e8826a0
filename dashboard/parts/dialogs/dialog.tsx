import { Modal } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

/** A dialog. Most are mounted only while they are open; `opened` is for those that stay mounted. */
export function Dialog({
  opened = true,
  close,
  title,
  size,
  ignoresOutsideClicks = false,
  children,
}: {
  opened?: boolean
  close: () => void
  title: string | undefined
  size?: 'lg' | 'xl'
  /** Clicking outside does not close the dialog. */
  ignoresOutsideClicks?: boolean
  children: ReactNode
}) {
  useReturnFocus(opened)
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      closeOnClickOutside={!ignoresOutsideClicks}
      {...(size && { size })}
    >
      {children}
    </Modal>
  )
}

/**
 * On unmount, returns the focus to the element that had it before. Mantine does so only for dialogs that stay
 * mounted.
 */
export function useReturnFocus(isOpen = true): void {
  useEffect(() => {
    const previous = document.activeElement
    if (!(isOpen && previous instanceof HTMLElement)) return
    return () => previous.focus({ preventScroll: true })
  }, [])
}
