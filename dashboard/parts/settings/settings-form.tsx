import { Affix, Box, Button, Group, Paper, Stack, Text, Transition } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import type { SettingsChange } from '../../../server/stores/settings-schemas.ts'
import { useStore } from '../../store.tsx'
import { settingsTexts } from '../../words/settings.ts'
import { useTexts, useWords } from '../../words/words.tsx'
import { Refusal } from '../failure.tsx'
import { fieldErrors, useSaveSettings } from './settings.ts'

type Form<Values extends object> = UseFormReturnType<Values>

/** Some of the settings as a form: what is changed is offered to be saved, and refusals stand at their fields. */
export function SettingsForm<Values extends object>({
  initial,
  toChange,
  children,
}: {
  initial: Values
  toChange: (values: Values) => SettingsChange
  children: (form: Form<Values>) => ReactNode
}) {
  const { mayOwn } = useStore()
  const form = useForm<Values>({ initialValues: initial })
  const save = useSaveSettings()
  const submit = form.onSubmit(values =>
    save.mutate(toChange(values), {
      onSuccess: () => form.resetDirty(values),
      onError: error => form.setErrors(fieldErrors(error)),
    }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={!mayOwn} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        <Stack gap="xl" maw={720}>
          {children(form)}
        </Stack>
      </fieldset>
      <SaveBar
        shown={mayOwn && form.isDirty()}
        busy={save.isPending}
        failure={save.error && Object.keys(fieldErrors(save.error)).length === 0 ? save.error : null}
        discard={() => {
          form.reset()
          save.reset()
        }}
      />
    </form>
  )
}

/** Offers to save what was changed, or to discard it; stands in a form. */
export function SaveBar({
  shown,
  busy,
  failure,
  discard,
}: {
  shown: boolean
  busy: boolean
  failure: Error | null
  discard: () => void
}) {
  const { common } = useWords()
  const texts = useTexts(settingsTexts)
  return (
    <Transition mounted={shown} transition="slide-up">
      {style => (
        <Affix position={{ bottom: 16, right: 16 }} withinPortal={false} style={style}>
          <Paper withBorder shadow="md" radius="lg" p="sm">
            {failure && (
              <Box mb="sm">
                <Refusal error={failure} />
              </Box>
            )}
            <Group gap="sm">
              <Text size="sm" visibleFrom="xs">
                {texts.unsaved}
              </Text>
              <Button variant="default" onClick={discard} disabled={busy}>
                {texts.discard}
              </Button>
              <Button type="submit" loading={busy}>
                {common.save}
              </Button>
            </Group>
          </Paper>
        </Affix>
      )}
    </Transition>
  )
}
