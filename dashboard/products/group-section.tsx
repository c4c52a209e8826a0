import { Button, Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../parts/failure.tsx'
import { Icon } from '../parts/icon.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { Picture } from './picture.tsx'
import classes from './products.module.css'
import { type Details, useProductActs } from './query.ts'
import { Rating } from './rating.tsx'
import { useUndo } from './undo.tsx'

/** With whom the product shares its reviews, and the ways to change that. */
export function GroupSection({ product, open }: { product: Details; open: (productId: string) => void }) {
  const texts = useTexts('products')
  const { isOwner } = useStore()
  const [edits, setEdits] = useState(false)
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
              onClick={() => setEdits(true)}
            >
              {group ? texts.changeGroup : texts.makeGroup}
            </Button>
            {group && <EndGroup id={group.id} members={members} />}
          </Group>
        )}
      </Stack>
      {edits && <GroupDialog product={product} close={() => setEdits(false)} />}
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
        {members.map(one => (
          <li key={one.product_id} className={classes.variant}>
            <UnstyledButton
              className={classes.card}
              onClick={() => open(one.product_id)}
              disabled={one.product_id === product.product_id}
            >
              <Group gap="sm" wrap="nowrap">
                <Picture pictures={one.pictures} size={32} />
                <div style={{ minWidth: 0 }}>
                  <Text
                    size="sm"
                    fw={one.product_id === product.product_id ? 650 : 500}
                    className={classes.fine}
                  >
                    {one.name || one.product_id}
                  </Text>
                  <Rating figures={one} size={12} />
                </div>
              </Group>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Paper>
  )
}

function EndGroup({ id, members }: { id: string; members: Details['members'] }) {
  const texts = useTexts('products')
  const acts = useProductActs()
  const tellDone = useUndo()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const end = async () => {
    setBusy(true)
    try {
      await acts.ungroup(id)
      const ids = members.map(({ product_id }) => product_id)
      tellDone(texts.groupEnded, () => acts.group(ids, false))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="subtle" color="gray" loading={busy} onClick={() => void end()}>
        {texts.endGroup}
      </Button>
      <ErrorAlert error={failure} />
    </>
  )
}
