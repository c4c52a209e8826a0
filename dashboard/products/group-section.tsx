import { Button, Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../parts/errors.tsx'
import { Icon } from '../parts/icon.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { Picture } from './picture.tsx'
import classes from './products.module.css'
import { type Details, useProductActions } from './query.ts'
import { Rating } from './rating.tsx'
import { useUndoNotification } from './undo-notification.tsx'

/** The products that share their reviews with this one, and the actions to change the group. */
export function GroupSection({ product, open }: { product: Details; open: (productId: string) => void }) {
  const texts = useTexts('products')
  const { isOwner } = useStore()
  const [isEditing, setEditing] = useState(false)
  const { group, members } = product
  if (!group && !isOwner) return null
  return (
    <section aria-labelledby="variants">
      <Stack gap="sm">
        <div>
          <Title order={3} size="h5" id="variants">
            {texts.group}
          </Title>
          <Text size="sm" c="dimmed">
            {group ? texts.groupHas : texts.groupLead}
          </Text>
        </div>
        {group && <Members product={product} members={members} open={open} />}
        {isOwner && (
          <Group gap="sm">
            <Button
              variant={group ? 'default' : 'light'}
              leftSection={<Icon name="group" size={16} />}
              onClick={() => setEditing(true)}
            >
              {group ? texts.changeGroup : texts.makeGroup}
            </Button>
            {group && <DeleteGroupButton id={group.id} members={members} />}
          </Group>
        )}
      </Stack>
      {isEditing && <GroupDialog product={product} close={() => setEditing(false)} />}
    </section>
  )
}

function Members({
  product,
  members,
  open,
}: {
  product: Details
  members: Details['members']
  open: (productId: string) => void
}) {
  return (
    <Paper withBorder radius="md" style={{ maxHeight: 320, overflow: 'auto' }}>
      <ul className={classes.rows}>
        {members.map(member => (
          <li key={member.product_id} className={classes.variant}>
            <UnstyledButton
              className={classes.card}
              onClick={() => open(member.product_id)}
              disabled={member.product_id === product.product_id}
            >
              <Group gap="sm" wrap="nowrap">
                <Picture pictures={member.pictures} size={32} />
                <div style={{ minWidth: 0 }}>
                  <Text
                    size="sm"
                    fw={member.product_id === product.product_id ? 650 : 500}
                    className={classes.wrap}
                  >
                    {member.name || member.product_id}
                  </Text>
                  <Rating figures={member} size={12} />
                </div>
              </Group>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Paper>
  )
}

function DeleteGroupButton({ id, members }: { id: string; members: Details['members'] }) {
  const texts = useTexts('products')
  const actions = useProductActions()
  const notifyWithUndo = useUndoNotification()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const deleteGroup = async () => {
    setBusy(true)
    try {
      await actions.deleteGroup(id)
      const ids = members.map(({ product_id }) => product_id)
      notifyWithUndo(texts.groupEnded, () => actions.createGroup(ids, false))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="subtle" color="gray" loading={busy} onClick={() => void deleteGroup()}>
        {texts.endGroup}
      </Button>
      <ErrorAlert error={failure} />
    </>
  )
}
