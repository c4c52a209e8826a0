/** The messages of the form's frame to its page. */
export type FrameEvents = { height: (pixels: number) => void; sent: () => void }

const highest = 4000 // px: the frame can never cover the whole page

/**
 * Listens to one frame until `signal` aborts. Accepts only messages from that frame and the service's origin, because
 * any page can send messages to any other.
 */
export function listenToFrame(frame: HTMLIFrameElement, events: FrameEvents, signal: AbortSignal): void {
  const { origin } = new URL(frame.src)
  addEventListener(
    'message',
    ({ source, origin: from, data }: MessageEvent) => {
      if (source !== frame.contentWindow || from !== origin) return
      if (/_sent$/.test(data?.type)) events.sent()
      if (data?.type === 'iframe_height_change' && data.height > 0)
        events.height(Math.min(Number(data.height), highest))
    },
    { signal },
  )
}
