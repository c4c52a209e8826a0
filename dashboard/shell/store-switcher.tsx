import { Group, Select, Text } from '@mantine/core'
import { useNavigate } from 'react-router'
import { Icon } from '../parts/icon.tsx'
import { useMe } from '../session.tsx'
import { useCommonTexts } from '../words/words.tsx'

const newStore = 'new'

/** Switches between the user's stores, and leads to a new one for users who may make stores. */
export function StoreSwitcher({ currentId, close }: { currentId: string; close: () => void }) {
  const { stores, may_make_stores } = useMe()
  const { nav } = useCommonTexts()
  const navigate = useNavigate()
  const choose = (value: string | null) => {
    if (!value) return
    close()
    navigate(value === newStore ? `/${currentId}/new-store` : `/${value}`)
  }
  return (
    <Select
      aria-label={nav.store}
      data={[
        ...stores.map(({ store_id, name }) => ({ value: store_id, label: name })),
        ...(may_make_stores ? [{ value: newStore, label: nav.newStore }] : []),
      ]}
      value={currentId}
      allowDeselect={false}
      searchable={stores.length > 7}
      onChange={choose}
      renderOption={({ option, checked }) => (
        <Group gap="xs" wrap="nowrap" flex={1} miw={0}>
          <Text span size="sm" truncate flex={1}>
            {option.label}
          </Text>
          {checked && <Icon name="check" size={16} />}
          {option.value === newStore && <Icon name="plus" size={16} />}
        </Group>
      )}
    />
  )
}
