import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'

export type ActOptions<Result> = {
  /** The message of success. */
  message?: string
  onDone?: (result: Result) => void
}

/** A request of a button. `reload` follows, whatever became of it. */
export function useActWith<Result, Input>(
  reload: () => Promise<void>,
  act: (input: Input) => Promise<Result>,
  { message, onDone }: ActOptions<Result> = {},
) {
  return useMutation({
    mutationFn: act,
    onSuccess: (result: Result) => {
      if (message) notifications.show({ message })
      onDone?.(result)
    },
    onSettled: reload,
  })
}
