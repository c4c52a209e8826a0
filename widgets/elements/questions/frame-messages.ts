/** What the form in the frame says to the page around it. */
export type FrameEvents = { height: (pixels: number) => void; sent: () => void }

const highest = 4000 // px: whatever the frame says, it never takes the page

/**
 * Listens to one frame until `signal` aborts. Only what comes from that very frame and from the service's
 * origin is believed: any page can send messages to any other.
 */
export function listenToFrame(frame: HTMLIFrameElement, events: FrameEvents, signal: AbortSignal): void {
  const { origin } = new URL(frame.src)
  addEventListener(
    'message',
    ({ source, origin: from, data }: MessageEvent) => {
      if (source !== frame.contentWindow || from !== origin) return
      if (data?.type === 'question_sent') events.sent()
      if (data?.type === 'iframe_height_change' && data.height > 0)
        events.height(Math.min(Number(data.height), highest))
    },
    { signal },
  )
}
