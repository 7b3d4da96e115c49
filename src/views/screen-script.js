// The one script of the screens. It uses only textContent, because texts about a view are untrusted. Widths change without loading
// the view again.
const query = new URLSearchParams(location.search);
const stage = document.querySelector('.stage');
const buttons = [...document.querySelectorAll('[data-width]')];
function choose(width) {
  const known = buttons.some(button => button.dataset.width === width) ? width : buttons[0].dataset.width;
  stage.style.setProperty('--width', known === 'full' ? '100%' : `${known}px`);
  for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.width === known));
  for (const frame of document.querySelectorAll('.frame')) frame.style.width = frame.style.height = '';
  return known;
}
for (const button of buttons)
  button.addEventListener('click', () => {
    query.set('width', choose(button.dataset.width));
    history.replaceState(null, '', `?${query}`);
  });
choose(query.get('width') ?? (stage.classList.contains('widget') ? buttons[0].dataset.width : 'full'));
const words = { passed: 'passed', failed: 'failed', warning: 'warning', skipped: 'not reached' };
function note({ state, check, found, fix }) {
  const item = document.createElement('li');
  item.className = state;
  const part = (tag, text) => item.append(Object.assign(document.createElement(tag), { textContent: text }));
  part('b', check);
  part('span', found || words[state]);
  if (fix) part('em', fix);
  return item;
}
const load = async view => {
  const find = selector => view.querySelector(selector);
  view.dataset.state = 'loading';
  find('.state').textContent = 'Checking the view …';
  find('.cover').hidden = true;
  find('iframe').removeAttribute('src');
  const asked = new URLSearchParams(location.search);
  asked.set('target', stage.dataset.target);
  asked.set('view', view.dataset.view);
  let shown;
  try {
    const response = await fetch(`embedding?${asked}`);
    shown = await response.json();
  } catch {
    shown = {
      state: 'blank',
      title: 'hotelctl has stopped',
      fix: 'start it again in the terminal',
      notes: [],
    };
  }
  if (shown.src) find('iframe').src = shown.src;
  find('.state').textContent = shown.title;
  find('.why').textContent = shown.title;
  find('.fix').textContent = shown.fix;
  find('.anyway').hidden = !shown.src;
  find('.cover').hidden = shown.state !== 'blank';
  find('.notes').replaceChildren(...shown.notes.map(note));
  view.dataset.state = shown.state;
  // A frame of the whole width would be pushed out of sight by what needs no reading.
  find('details').open = shown.state !== 'shown' || stage.classList.contains('widget');
};
for (const view of document.querySelectorAll('.view')) {
  load(view);
  view.querySelector('.reload').addEventListener('click', event => {
    event.preventDefault();
    load(view);
  });
  view.querySelector('.anyway').addEventListener('click', () => {
    view.querySelector('.cover').hidden = true;
  });
  new ResizeObserver(([{ contentRect }]) => {
    const { width, height } = contentRect;
    view.querySelector('.size').textContent = `${Math.round(width)} × ${Math.round(height)}`;
  }).observe(view.querySelector('iframe'));
}
let revision = Number(stage.dataset.revision);
const reloadChanged = async () => {
  try {
    const { revision: latest } = await (await fetch('revision')).json();
    if (latest !== revision) for (const view of document.querySelectorAll('.view')) load(view);
    revision = latest;
  } catch {}
};
if ('revision' in stage.dataset) setInterval(reloadChanged, 1000);
