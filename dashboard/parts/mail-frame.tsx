import { Avatar, Group, Paper, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../words/words.tsx'
import classes from './mail-frame.module.css'

/** A mail to look at. `from` is the sender's name; `preheader` what a list of mails shows after the subject. */
export type FramedMail = { from: string; subject: string; preheader: string; html: string; text: string }

const views = ['desktop', 'phone', 'text'] as const

type View = (typeof views)[number]

/**
 * A mail as it arrives: on a computer, on a phone, in a dark mail app, and as text. Drawn anew in place when
 * it changes. No link in it leads anywhere. `height`: what it takes at most, in pixels; the rest scrolls.
 */
export function MailFrame({ mail, height = 720 }: { mail: FramedMail; height?: number }) {
  const texts = useWords().mailFrame
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
          <Drawn mail={mail} isPhone={view === 'phone'} scheme={isDark ? 'dark' : 'light'} height={height} />
        )}
      </Paper>
    </Stack>
  )
}

/** As a list of mails shows it. */
function Head({ mail: { from, subject, preheader } }: { mail: FramedMail }) {
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

const phone = { width: 375, height: 667, around: 32 }
const narrowestDesktop = 640

function Drawn({
  mail,
  isPhone,
  scheme,
  height,
}: {
  mail: FramedMail
  isPhone: boolean
  scheme: 'light' | 'dark'
  height: number
}) {
  const texts = useWords().mailFrame
  const { ref: ground, width: room } = useElementSize()
  const { frame, written } = useDrawing(mail.html, scheme)
  // On a phone the page itself is the phone.
  const isFramed = isPhone && room > phone.width + phone.around
  const width = isPhone ? Math.min(phone.width, room || phone.width) : Math.max(narrowestDesktop, room)
  // Where there is less room than a desktop has, the mail is shown smaller and not laid out otherwise.
  const scale = room === 0 ? 1 : Math.min(1, room / width)
  const tall = isPhone ? Math.min(phone.height, height) : Math.min(written || height, height / scale)
  return (
    <div
      ref={ground}
      className={classes.ground}
      data-scheme={scheme}
      data-framed={isFramed || undefined}
      style={{ height: tall * scale + (isFramed ? phone.around : 0) }}
    >
      <iframe
        ref={frame}
        className={classes.frame}
        title={texts.frame({ subject: mail.subject })}
        src="/admin/mail-frame"
        sandbox="allow-scripts"
        style={{ width, height: tall, transform: `scale(${scale})` }}
      />
    </div>
  )
}

/** Hands the mail to the frame once it listens, and again at each change; tells how high it is drawn. */
function useDrawing(html: string, scheme: 'light' | 'dark') {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loads, setLoads] = useState(0)
  const [written, setWritten] = useState(0)
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow) return
      if (data?.type === 'mail_frame_ready') setLoads(before => before + 1)
      if (data?.type === 'mail_height') setWritten(Math.ceil(Number(data.height)))
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])
  useEffect(() => {
    // The frame has no origin to name; it is ours, and what it shows opens nothing.
    if (loads > 0) frame.current?.contentWindow?.postMessage({ type: 'mail', html, scheme }, '*')
  }, [loads, html, scheme])
  return { frame, written }
}
