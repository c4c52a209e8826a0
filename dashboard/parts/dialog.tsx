import { Modal } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useCommonTexts } from '../words/words.tsx'

/** A dialog. Most are on the screen only while they are open; `opened` is for those that stay. */
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
  /** A click beside it does not close it. */
  ignoresOutsideClicks?: boolean
  children: ReactNode
}) {
  const { common } = useCommonTexts()
  useReturnFocus(opened)
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      closeOnClickOutside={!ignoresOutsideClicks}
      closeButtonProps={{ 'aria-label': common.close }}
      {...(size && { size })}
    >
      {children}
    </Modal>
  )
}

/** Gives the focus back to what had it before something came that is gone now: Mantine does so only for what stays. */
export function useReturnFocus(isOpen = true): void {
  useEffect(() => {
    const previous = document.activeElement
    if (!(isOpen && previous instanceof HTMLElement)) return
    return () => previous.focus({ preventScroll: true })
  }, [])
}
