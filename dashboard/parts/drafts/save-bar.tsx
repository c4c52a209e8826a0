import { Affix, Box, Button, Group, Paper, Text, Transition } from '@mantine/core'
import { useLanguage } from '../../words/words.tsx'
import { ErrorAlert } from '../errors.tsx'

type Props = {
  busy: boolean
  failure: Error | null
  /** The labels of edited fields that somebody else has saved since. */
  conflicts: string[]
  discard: () => void
}

/** A floating bar to save or discard a form's changes. It must be inside the form. */
export function SaveBar({ visible, ...props }: Props & { visible: boolean }) {
  return (
    <>
      {/* Space to scroll the form's end out from under the bar. */}
      {visible && <Box h={88} aria-hidden />}
      <Transition mounted={visible} transition="slide-up">
        {style => (
          <Affix
            position={{ bottom: 16, right: 16 }}
            withinPortal={false}
            style={style}
            maw="calc(100vw - 32px)"
          >
            <Bar {...props} />
          </Affix>
        )}
      </Transition>
    </>
  )
}

function Bar({ busy, failure, conflicts, discard }: Props) {
  const { words, language } = useLanguage()
  const { common } = words
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  return (
    <Paper withBorder shadow="md" radius="lg" p="sm">
      {failure && (
        <Box mb="sm">
          <ErrorAlert error={failure} />
        </Box>
      )}
      {conflicts.length > 0 && (
        <Text size="sm" maw={420} mb="sm" role="status">
          {common.overtaken({ what: list.format(conflicts) })}
        </Text>
      )}
      <Group gap="sm" justify="flex-end">
        <Text size="sm" visibleFrom="xs">
          {common.unsaved}
        </Text>
        <Button variant="default" onClick={discard} disabled={busy}>
          {common.discard}
        </Button>
        <Button type="submit" loading={busy}>
          {common.save}
        </Button>
      </Group>
    </Paper>
  )
}
