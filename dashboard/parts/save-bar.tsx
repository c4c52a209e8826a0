import { Affix, Box, Button, Group, Paper, Text, Transition } from '@mantine/core'
import { useLanguage } from '../words/words.tsx'
import { ErrorAlert } from './failure.tsx'

type Props = {
  busy: boolean
  failure: Error | null
  /** What somebody else has saved meanwhile, named. */
  conflicts: string[]
  discard: () => void
}

/** Offers to save what was changed, or to discard it; stands in a form. */
export function SaveBar({ visible, ...props }: Props & { visible: boolean }) {
  return (
    <>
      {/* What lies at the end can be scrolled out from under it. */}
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
