import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Me } from '../../server/tenants/accounts/sign-in/session-schemas.ts'
import { FactorSetup } from '../parts/account/factor-setup.tsx'
import { useSignOut } from '../parts/account/sign-out.ts'
import { SessionProvider } from '../session.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import { AuthCard } from './auth-card.tsx'

/** The only screen of users who need a second factor and have none. */
export default function FactorRequired({ me }: { me: Me }) {
  return (
    <SessionProvider me={me}>
      <AuthCard width={480}>
        <SetupBeforeAll />
      </AuthCard>
    </SessionProvider>
  )
}

function SetupBeforeAll() {
  const texts = useTexts('account')
  const { nav } = useCommonTexts()
  const queryClient = useQueryClient()
  const signOut = useSignOut()
  return (
    <Stack>
      <Title order={1} size="h3">
        {texts.requiredTitle}
      </Title>
      <Text size="sm">{texts.requiredLead}</Text>
      <FactorSetup onDone={() => void queryClient.invalidateQueries({ queryKey: ['session'] })} />
      <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
        {nav.signOut}
      </Anchor>
    </Stack>
  )
}
