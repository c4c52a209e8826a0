/**
 * Sends a form and shows the answer instead of it, without a navigation: each one of a frame would add a step to the
 * history of the shop's page, and the back button would lead through the form instead of out of it. Throws an error with
 * the sentence to show if there is no answer, or one without a form or a thank you: the form stays as it is.
 */
export async function sendInPlace(form) {
  const page = await send(form).catch(() => undefined)
  const main = page?.querySelector('main')
  const isNext = main?.querySelector('form[data-form], [data-event]')
  if (!isNext) throw new Error(main?.querySelector('.message .lead')?.textContent || form.dataset.down)
  document.title = page.title
  document.querySelector('main').replaceWith(main)
  dispatchEvent(new Event('page'))
}

async function send(form) {
  const answer = await fetch(form.action, { method: 'POST', body: new FormData(form) })
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}
