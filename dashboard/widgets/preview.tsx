import { Box, Group, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../words/words.tsx'
import { options } from './choices.ts'
import { useChoices } from './choices-provider.tsx'
import { renderScene, type Scene } from './render-scene.ts'
import { sampleAnswer } from './samples.ts'
import classes from './widgets.module.css'

const widths = { desktop: 1040, phone: 390 } // a desktop page is wider where there is room

/** The real widgets with the store's own reviews, in an iframe. */
export function Preview({ scene }: { scene: Scene }) {
  const texts = useTexts('widgets')
  const { choices } = useChoices()
  const { ref, width: availableWidth, height } = useElementSize()
  const { frame, onLoad } = useSceneFrame(scene)
  // A desktop page is wider than the preview, so it is scaled down to keep its layout.
  const width = choices.width === 'desktop' ? Math.max(widths.desktop, availableWidth) : widths.phone
  const scale = availableWidth > 0 ? Math.min(1, availableWidth / width) : 1
  return (
    <Stack gap="sm" component="section" aria-label={texts.preview}>
      <PreviewControls />
      <Box ref={ref} className={classes.stage}>
        <iframe
          ref={frame}
          title={texts.preview}
          src="/admin/widget-preview"
          className={classes.frame}
          style={{
            width,
            height: height / scale,
            transform: `scale(${scale})`,
            marginInlineStart: Math.max(0, (availableWidth - width) / 2),
          }}
          onLoad={onLoad}
        />
      </Box>
      {!scene.samples && (
        <Text size="xs" c="dimmed">
          {texts.quiet}
        </Text>
      )}
      <VisuallyHidden aria-live="polite">
        {texts.widths[choices.width]}, {texts.grounds[choices.ground]}
      </VisuallyHidden>
    </Stack>
  )
}

// Renders the scene into the frame after each load and each change.
function useSceneFrame(scene: Scene) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loadCount, setLoadCount] = useState(0)
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (page && loadCount > 0) renderScene(page, scene)
  }, [scene, loadCount])
  const latest = useRef(scene)
  latest.current = scene
  const onLoad = (event: SyntheticEvent<HTMLIFrameElement>) => {
    replaceFetch(event.currentTarget, () => latest.current)
    setLoadCount(count => count + 1)
  }
  return { frame, onLoad }
}

function PreviewControls() {
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

// Votes and reports in the preview are answered as if they had been counted, but are not sent. Reads have no saved
// design, because the preview shows the draft. What the widgets keep in the browser is removed for the same reason.
function replaceFetch(frame: HTMLIFrameElement, scene: () => Scene): void {
  const frameWindow = frame.contentWindow as (Window & { fetch: typeof fetch }) | null
  if (!frameWindow) return
  for (const key of Object.keys(frameWindow.localStorage)) {
    if (/^realword:(ratings|design):/.test(key)) frameWindow.localStorage.removeItem(key)
  }
  const realFetch = frameWindow.fetch.bind(frameWindow)
  frameWindow.fetch = async (input, init) => {
    if ((init?.method ?? 'GET') !== 'GET') return new Response(null, { status: 204 })
    const { pathname, searchParams } = new URL(String(input), location.href)
    const { samples } = scene()
    if (samples)
      return Response.json(
        sampleAnswer(pathname, samples.texts, samples.storeName, searchParams.has('pictured')),
      )
    const response = await realFetch(input, init)
    if (!response.ok) return response
    const { meta: { design: _, ...meta } = {}, ...answer } = await response.json()
    return Response.json({ ...answer, meta })
  }
}
