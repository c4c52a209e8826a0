/** Offers similar answered questions while the person types. */
const form = document.querySelector('form[data-question]')
const list = form?.querySelector('[data-similar-list]')
const items = form?.querySelector('[data-similar-items]')
const quietFor = 500 // ms without typing
const shortest = 10 // characters

let waiting
let asked = ''
form?.elements.body.addEventListener('input', () => {
  clearTimeout(waiting)
  waiting = setTimeout(offer, quietFor)
})

async function offer() {
  const text = form.elements.body.value.trim()
  if (text === asked || text.length < shortest) return
  asked = text
  const answer = await fetch(`${form.dataset.similar}&text=${encodeURIComponent(text.slice(0, 500))}`)
  if (!answer.ok || text !== asked) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  items.replaceChildren(...page.body.childNodes)
  list.hidden = items.childElementCount === 0
}
