import { Title } from '@mantine/core'
import { useStore } from '../store.tsx'

/** How the store goes. */
export default function Home() {
  const { name } = useStore()
  return (
    <Title order={1} size="h2">
      {name}
    </Title>
  )
}
