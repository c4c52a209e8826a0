/**
 * Shows the form of a dialog in three steps on a phone: the stars, the review, and its author. The styles decide from
 * which width on all of it is one form. Without this script it is one form everywhere.
 */
start()
addEventListener('page', start)

function start() {
  const form = document.querySelector('form[data-steps]')
  if (form) addSteps(form)
}

function addSteps(form) {
  const parts = [
    form.querySelector('[data-stars]').closest('fieldset'),
    form.querySelector('[data-more]'),
    form.querySelector('[type="submit"]').closest('.card'),
  ]
  const place = makeElement('p', { className: 'place', tabIndex: -1 })
  const back = makeButton('link step-back', form.dataset.back)
  const next = makeButton('button step-next', form.dataset.next)
  const head = makeElement('div', { className: 'step-head' })
  head.append(place, back)
  form.querySelector('.intro').append(head)
  parts[2].before(next)

  const number = new Intl.NumberFormat(document.documentElement.lang)
  let at = 0
  const show = step => {
    at = step
    form.dataset.at = at + 1
    for (const [index, part] of parts.entries()) part.classList.toggle('at', index === at)
    place.textContent = form.dataset.step
      .replace('{number}', number.format(at + 1))
      .replace('{count}', number.format(parts.length))
  }
  const go = step => {
    show(step)
    place.focus()
  }
  const goOn = () =>
    at === 0 && !form.querySelector('[data-stars] :checked') ? askForStars(form) : go(at + 1)
  back.addEventListener('click', () => go(at - 1))
  next.addEventListener('click', goOn)
  goOnAfterTap(form, () => at === 0 && goOn())
  const showStepOf = element => {
    const step = parts.findIndex(part => part.contains(element))
    show(Math.max(0, step))
  }
  goToProblems(form, showStepOf)
  showStepOf(form.querySelector('.field-wrong'))
}

// A finger on a star is an answer. Keys go over the stars one by one, so they need the button.
function goOnAfterTap(form, goOn) {
  let waiting
  form.querySelector('[data-stars]').addEventListener('click', ({ target, detail }) => {
    const isStar = target.closest('.star-choice')
    // A tap on a label clicks its radio, too: without a detail in some browsers.
    if (isStar && detail === 0) return
    clearTimeout(waiting)
    if (isStar && matchMedia('(pointer: coarse)').matches) waiting = setTimeout(goOn, 500)
  })
}

// The lines of the summary lead to fields of other steps.
function goToProblems(form, show) {
  form.querySelector('#problems')?.addEventListener('click', event => {
    const target = document.getElementById(event.target.hash?.slice(1))
    if (!target) return
    event.preventDefault()
    show(target)
    target.focus()
  })
}

function askForStars(form) {
  const stars = form.querySelector('[data-stars]')
  const problem = form.querySelector('.unrated') ?? makeElement('p', { className: 'problem unrated' })
  problem.setAttribute('role', 'alert')
  problem.textContent = form.dataset.unrated
  stars.before(problem)
  stars.addEventListener('input', () => problem.remove(), { once: true })
  stars.querySelector('input').focus()
}

function makeButton(className, text) {
  return makeElement('button', { type: 'button', className, textContent: text })
}

function makeElement(name, properties) {
  return Object.assign(document.createElement(name), properties)
}
