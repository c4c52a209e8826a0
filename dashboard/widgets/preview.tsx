import { Box, Group, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../words/words.tsx'
import { options } from './choices.ts'
import { useChoices } from './choices-provider.tsx'
import { draw, type Scene } from './draw.ts'
import classes from './widgets.module.css'

const widths = { desktop: 1040, phone: 390 }

/** The real widgets over the store's own reviews, in a page of their own. */
export function Preview({ scene }: { scene: Scene }) {
  const texts = useTexts('widgets')
  const { choices } = useChoices()
  const { ref, width: room, height } = useElementSize()
  const frame = useRef<HTMLIFrameElement>(null)
  const [loaded, setLoaded] = useState(0)
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (page && loaded > 0) draw(page, scene)
  }, [scene, loaded])
  // A computer's page is wider than the place for it here: it is shown smaller, as it is laid out.
  const scale = room > 0 ? Math.min(1, room / widths[choices.width]) : 1
  return (
    <Stack gap="sm" component="section" aria-label={texts.preview}>
      <Looks />
      <Box ref={ref} className={classes.stage}>
        <iframe
          ref={frame}
          title={texts.preview}
          src="/admin/widget-preview"
          className={classes.frame}
          style={{
            width: widths[choices.width],
            height: height / scale,
            transform: `scale(${scale})`,
            marginInlineStart: Math.max(0, (room - widths[choices.width]) / 2),
          }}
          onLoad={event => {
            sendNothing(event.currentTarget)
            setLoaded(now => now + 1)
          }}
        />
      </Box>
      <Text size="xs" c="dimmed">
        {texts.quiet}
      </Text>
      <VisuallyHidden aria-live="polite">
        {texts.widths[choices.width]}, {texts.grounds[choices.ground]}
      </VisuallyHidden>
    </Stack>
  )
}

function Looks() {
  const texts = useTexts('widgets')
  const { choices, change } = useChoices()
  return (
    <Group justify="space-between" gap="xs">
      <SegmentedControl
        size="xs"
        aria-label={texts.width}
        value={choices.width}
        onChange={width => change({ width })}
        data={options.width.map(value => ({ value, label: texts.widths[value] }))}
      />
      <SegmentedControl
        size="xs"
        aria-label={texts.ground}
        value={choices.ground}
        onChange={ground => change({ ground })}
        data={options.ground.map(value => ({ value, label: texts.grounds[value] }))}
      />
    </Group>
  )
}

// What is clicked here is only tried out: a vote or a report is answered as if it had been counted. And ratings are
// read anew, though the browser would keep them for a day.
function sendNothing(frame: HTMLIFrameElement): void {
  const inside = frame.contentWindow as (Window & { fetch: typeof fetch }) | null
  if (!inside) return
  for (const key of Object.keys(inside.localStorage)) {
    if (key.startsWith('realword:ratings:')) inside.localStorage.removeItem(key)
  }
  const real = inside.fetch.bind(inside)
  inside.fetch = async (input, init) => {
    const method = init?.method ?? 'GET'
    return method === 'GET' ? await real(input, init) : new Response(null, { status: 204 })
  }
}
