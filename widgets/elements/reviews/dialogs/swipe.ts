/** Handlers of the keys and pointers that turn pictures. */
export type Swipe = Record<'down' | 'move' | 'up' | 'cancel', (event: PointerEvent) => void> & {
  key: (event: KeyboardEvent) => void
}

const enough = 40 // px: shorter movements are not swipes

/**
 * Turns to the right (1) or left (-1) by arrow keys and by dragging with a finger, pen or mouse. While dragging, the
 * element has the distance in `--drag`, and the class `held`.
 */
export function swiping(turn: (right: number) => void): Swipe {
  let from: PointerEvent | undefined
  const wayOf = (event: PointerEvent) => (from ? event.clientX - from.clientX : 0)
  const drag = ({ currentTarget }: Event, way: number) => {
    const { classList, style } = currentTarget as HTMLElement
    classList.toggle('held', way !== 0)
    style.setProperty('--drag', `${way}px`)
  }
  const end = (event: PointerEvent, way: number) => {
    if (event.pointerId !== from?.pointerId) return
    from = undefined
    drag(event, 0)
    if (Math.abs(way) > enough) turn(-Math.sign(way))
  }
  return {
    down: event => {
      // Buttons keep their clicks. A second finger zooms.
      if ((event.target as Element).closest('button')) return
      from = event.isPrimary && event.button === 0 ? event : undefined
    },
    move: event => {
      if (event.pointerId !== from?.pointerId) return
      const stage = event.currentTarget as HTMLElement
      if (!stage.hasPointerCapture(event.pointerId)) stage.setPointerCapture(event.pointerId)
      drag(event, wayOf(event))
    },
    up: event => end(event, wayOf(event)),
    cancel: event => end(event, 0),
    key: event => {
      const right = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      if (right) turn(right)
    },
  }
}
