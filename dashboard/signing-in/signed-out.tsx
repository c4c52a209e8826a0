import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCommonTexts } from '../words/words.tsx'
import { AuthCard } from './auth-card.tsx'
import { NewSetupLink } from './new-setup-link.tsx'
import { setupQuery } from './query.ts'
import { SignIn } from './sign-in.tsx'

/** The form for signing in. While there is no user, it says where the setup link is instead. */
export default function SignedOut() {
  const { data, isPending } = useQuery(setupQuery)
  if (isPending) return null
  return data?.needed ? <NoOwner /> : <SignIn />
}

function NoOwner() {
  const { setup } = useCommonTexts()
  return (
    <AuthCard width={480}>
      <Stack>
        <Title order={1} size="h3">
          {setup.noOwner}
        </Title>
        <Text size="sm">{setup.noOwnerLead}</Text>
        <NewSetupLink />
      </Stack>
    </AuthCard>
  )
}
