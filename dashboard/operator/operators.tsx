import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { remove } from '../api.ts'
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx'
import { ErrorAlert, ErrorPanel } from '../parts/errors.tsx'
import lists from '../parts/layout/lists.module.css'
import { Section } from '../parts/layout/section.tsx'
import { useMe } from '../session.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import { AddDialog } from './add-dialog.tsx'
import { type Operator, operatorPath, operatorsQuery } from './query.ts'

/** The operators. Each can add one, and remove any but the last one. */
export function Operators() {
  const texts = useTexts('operator').access
  const { person } = useMe()
  const [isAdding, setAdding] = useState(false)
  const [toRemove, setToRemove] = useState<Operator>()
  const removal = useRemoval(() => setToRemove(undefined))
  const { data, error, refetch } = useQuery(operatorsQuery)
  const isOneself = toRemove?.user_id === person.id
  return (
    <Section
      title={texts.operators}
      lead={texts.operatorsLead}
      action={<Button onClick={() => setAdding(true)}>{texts.add}</Button>}
    >
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={120} />}
      <ErrorAlert error={removal.error} />
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data?.result.map(operator => (
          <OperatorRow
            key={operator.user_id}
            operator={operator}
            remove={data.result.length > 1 ? () => setToRemove(operator) : undefined}
          />
        ))}
      </Stack>
      {data?.result.length === 1 && (
        <Text size="sm" c="dimmed">
          {texts.onlyOne}
        </Text>
      )}
      <ConfirmDialog
        title={toRemove && (isOneself ? texts.leaveTitle : texts.removeTitle({ name: toRemove.name }))}
        message={isOneself ? texts.leaveLead : texts.removeLead}
        confirmLabel={texts.remove}
        busy={removal.isPending}
        close={() => setToRemove(undefined)}
        confirm={() => toRemove && removal.mutate(toRemove)}
      />
      {isAdding && <AddDialog close={() => setAdding(false)} />}
    </Section>
  )
}

function useRemoval(onDone: () => void) {
  const { person } = useMe()
  const texts = useTexts('operator').access
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ user_id }: Operator) => remove(operatorPath(`/operators/${user_id}`)),
    onSuccess: async (_, { user_id, name }) => {
      notifications.show({ message: texts.removed({ name }) })
      if (user_id !== person.id) return
      await queryClient.invalidateQueries({ queryKey: ['session'] }) // first: / leads operators back here
      await navigate('/')
    },
    onSettled: (_data, _error, { user_id }) => {
      onDone()
      if (user_id !== person.id) void queryClient.invalidateQueries({ queryKey: ['operator'] })
    },
  })
}

function OperatorRow({ operator, remove }: { operator: Operator; remove: (() => void) | undefined }) {
  const { person } = useMe()
  const { date, labelled } = useFormats()
  const texts = useTexts('operator').access
  const { user_id, name, email, added_at } = operator
  return (
    <Group component="li" justify="space-between" py="sm" className={lists.lined}>
      <div style={{ minWidth: 0, flex: '1 1 240px' }}>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name} {user_id === person.id && `(${texts.you})`}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {email} · {texts.since({ date: date(added_at) })}
        </Text>
      </div>
      {remove && (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          aria-label={labelled(texts.remove, email)}
          onClick={remove}
        >
          {texts.remove}
        </Button>
      )}
    </Group>
  )
}
