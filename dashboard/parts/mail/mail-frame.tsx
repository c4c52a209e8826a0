import { Avatar, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useCommonTexts } from '../../words/words.tsx'
import { Switch } from '../pickers/switch.tsx'
import classes from './mail-frame.module.css'

/** An email to preview. `from` is the sender's name; mail apps list the `preheader` after the subject. */
export type PreviewedMail = { from: string; subject: string; preheader: string; html: string; text: string }

const views = ['desktop', 'phone', 'text'] as const

type View = (typeof views)[number]

/**
 * An email as it arrives: on a computer, on a phone, in a dark mail app, or as plain text. It is updated in place
 * when it changes. Its links are inactive. `maxHeight` is in pixels; a longer email scrolls.
 */
export function MailFrame({ mail, maxHeight = 720 }: { mail: PreviewedMail; maxHeight?: number }) {
  const texts = useCommonTexts().mailFrame
  const [view, setView] = useState<View>(() =>
    matchMedia('(max-width: 48em)').matches ? 'phone' : 'desktop',
  )
  const [isDark, setDark] = useState(false)
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          size="xs"
          aria-label={texts.view}
          value={view}
          onChange={chosen => setView(chosen as View)}
          data={views.map(value => ({ value, label: texts.views[value] }))}
        />
        <Switch
          size="sm"
          label={texts.dark}
          checked={isDark}
          disabled={view === 'text'}
          onChange={event => setDark(event.currentTarget.checked)}
        />
      </Group>
      <Paper withBorder radius="lg" style={{ overflow: 'hidden' }}>
        <Head mail={mail} />
        {view === 'text' ? (
          <pre className={classes.text}>{mail.text}</pre>
        ) : (
          <RenderedMail
            mail={mail}
            isPhone={view === 'phone'}
            scheme={isDark ? 'dark' : 'light'}
            maxHeight={maxHeight}
          />
        )}
      </Paper>
    </Stack>
  )
}

/** The email as an inbox lists it. */
function Head({ mail: { from, subject, preheader } }: { mail: PreviewedMail }) {
  return (
    <div className={classes.head}>
      <Avatar className={classes.sender} name={from} color="green" aria-hidden="true" />
      <Text size="sm" fw={600} truncate>
        {from}
      </Text>
      <div>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={1}>
          {preheader}
        </Text>
      </div>
    </div>
  )
}

const phone = { width: 375, height: 667, margin: 32 }
const minDesktopWidth = 640

function RenderedMail({
  mail,
  isPhone,
  scheme,
  maxHeight,
}: {
  mail: PreviewedMail
  isPhone: boolean
  scheme: 'light' | 'dark'
  maxHeight: number
}) {
  const texts = useCommonTexts().mailFrame
  const { ref: container, width: availableWidth } = useElementSize()
  const { frame, contentHeight } = useMailRendering(mail.html, scheme)
  const size = { availableWidth, contentHeight, maxHeight }
  const { width, height, scale, showsPhoneFrame } = frameLayout(isPhone, size)
  return (
    <div
      ref={container}
      className={classes.background}
      data-scheme={scheme}
      data-framed={showsPhoneFrame || undefined}
      style={{ height: height * scale + (showsPhoneFrame ? phone.margin : 0) }}
    >
      <iframe
        ref={frame}
        className={classes.frame}
        title={texts.frame({ subject: mail.subject })}
        src="/admin/mail-frame"
        sandbox="allow-scripts"
        style={{ width, height, transform: `scale(${scale})` }}
      />
    </div>
  )
}

type Size = { availableWidth: number; contentHeight: number; maxHeight: number }

function frameLayout(isPhone: boolean, { availableWidth, contentHeight, maxHeight }: Size) {
  const width = isPhone
    ? Math.min(phone.width, availableWidth || phone.width)
    : Math.max(minDesktopWidth, availableWidth)
  // A container narrower than a desktop scales the email down instead of changing its layout.
  const scale = availableWidth === 0 ? 1 : Math.min(1, availableWidth / width)
  const height = isPhone
    ? Math.min(phone.height, maxHeight)
    : Math.min(contentHeight || maxHeight, maxHeight / scale)
  // On a phone the screen itself is the frame.
  return { width, height, scale, showsPhoneFrame: isPhone && availableWidth > phone.width + phone.margin }
}

/** Posts the email to the frame once it is ready, and again on each change. Returns the rendered height. */
function useMailRendering(html: string, scheme: 'light' | 'dark') {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loadCount, setLoadCount] = useState(0)
  const [contentHeight, setContentHeight] = useState(0)
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow) return
      if (data?.type === 'mail_frame_ready') setLoadCount(before => before + 1)
      if (data?.type === 'mail_height') setContentHeight(Math.ceil(Number(data.height)))
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [])
  useEffect(() => {
    // The sandboxed frame has no origin to name. It is our own page, and its content cannot open anything.
    if (loadCount > 0) frame.current?.contentWindow?.postMessage({ type: 'mail', html, scheme }, '*')
  }, [loadCount, html, scheme])
  return { frame, contentHeight }
}
