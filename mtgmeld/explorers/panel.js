// The page's side of a panel: it shows what the fields say, and tells what was chosen.
// It knows nothing of cards; a field that stays keeps its node, and with it the focus.

const make = (tag, props = {}, ...children) => {
  const { data = {}, ...rest } = props;
  const node = Object.assign(document.createElement(tag), rest);
  for (const [name, value] of Object.entries(data)) node.setAttribute(name, value);
  node.append(...children);
  return node;
};

const listed = (select, texts) => {
  const now = [...select.options].map((o) => o.text);
  if (now.length === texts.length && now.every((t, i) => t === texts[i])) return;
  select.replaceChildren(...texts.map((text) => make("option", { text })));
};

const button = (text, press, name) =>
  make("button", { type: "button", textContent: text, onclick: press, data: { "aria-label": name ?? text } });

const labeled = (field, ...controls) => {
  const id = `mtgmeld-${Math.random().toString(36).slice(2)}`;
  controls[0].id = id;
  const label = make("label", { htmlFor: id, textContent: field.label });
  return make("div", { className: `mtgmeld-field mtgmeld-${field.kind}` }, label, ...controls);
};

const written = (tag, field, tell) => {
  const input = make(tag, { placeholder: field.hint ?? "" });
  let told = "";
  const take = () => {
    if (input.value !== told) tell((told = input.value));
  };
  const update = (now) => {
    input.value = told = now.text;
    if (field.kind === "typed") input.setAttribute("aria-invalid", now.wrong);
  };
  input.onchange = take;
  // with names on offer Enter alone would only close their list
  input.onkeydown = (event) => {
    if (tag === "input" && event.key === "Enter") take();
  };
  return { node: labeled(field, input), update, input, take };
};

// for each kind of control: a node, and what brings it to a state
const kinds = {
  control(field, tell) {
    const select = make("select", { onchange: () => tell(select.selectedIndex) });
    const update = (now) => {
      listed(select, now.options);
      select.selectedIndex = now.at;
    };
    return { node: labeled(field, select), update, select };
  },

  steps(field, tell) {
    const made = kinds.control(field, tell);
    const go = (by) => {
      const at = made.select.selectedIndex + by;
      if (at >= 0 && at < made.select.options.length) tell(at);
    };
    made.node.append(button("Back", () => go(-1)), button("Forward", () => go(1)));
    return made;
  },

  slider(field, tell) {
    const said = make("output");
    let options = [];
    const slider = make("input", { type: "range", min: 0, step: 1 });
    const show = () => {
      said.textContent = options[slider.valueAsNumber] ?? "";
      slider.setAttribute("aria-valuetext", said.textContent);
    };
    slider.oninput = show;
    slider.onchange = () => tell(slider.valueAsNumber);
    const update = (now) => {
      options = now.options;
      slider.max = options.length - 1;
      slider.value = now.at;
      show();
    };
    return { node: labeled(field, slider, said), update };
  },

  number(field, tell) {
    const { least: min, most: max } = field;
    const input = make("input", { type: "number", min, max, onchange: () => tell(input.value) });
    return { node: labeled(field, input), update: (now) => (input.value = now.text) };
  },

  line: (field, tell) => written("input", field, tell),

  page(field, tell) {
    const made = written("textarea", field, tell);
    made.input.rows = field.rows;
    return made;
  },

  typed(field, tell, ask) {
    const made = written("input", field, tell);
    const { input } = made;
    const names = make("datalist", { id: `${input.id}-names` });
    input.setAttribute("list", names.id);
    input.autocomplete = "off";
    made.node.append(names);
    input.onfocus = () => {
      input.select();
      ask("");
    };
    input.oninput = () => {
      if ([...names.options].some((o) => o.value === input.value)) made.take();
      else ask(input.value);
    };
    made.offer = (found) =>
      names.replaceChildren(
        ...Object.entries(found).map(([value, card]) => make("option", { value, label: value === card ? "" : card })),
      );
    return made;
  },

  moves(field, tell) {
    const rows = make("div");
    const made = make("p");
    const node = make(
      "fieldset",
      { className: "mtgmeld-moves" },
      make("legend", { textContent: field.label }),
      rows,
      make("div", {}, button("Take back", () => tell("back")), button("Start again", () => tell("again"))),
      made,
    );
    const update = (now) => {
      now.rows.forEach(([name, moves], i) => {
        const row = rows.children[i] ?? rows.appendChild(make("div", {}, make("span")));
        row.firstChild.textContent = name;
        moves.forEach((text, j) => {
          const one = row.children[j + 1] ?? row.appendChild(button("", () => tell([i, j])));
          one.textContent = text;
          one.setAttribute("aria-label", `${text}: ${name}`);
        });
        while (row.children.length > moves.length + 1) row.lastChild.remove();
      });
      while (rows.children.length > now.rows.length) rows.lastChild.remove();
      made.textContent = `Moves: ${now.text}`;
    };
    return { node, update };
  },
};

const save = ({ name, type, base64 }) => {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const href = URL.createObjectURL(new Blob([bytes], { type }));
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
};

function render({ model, el }) {
  const fields = new Map();
  const box = make("div", { className: "mtgmeld-fields" });
  const presses = make("div", {
    className: "mtgmeld-presses",
    data: { role: "group", "aria-label": "Copy and save" },
  });
  const shown = make("div", {
    className: "mtgmeld-shown",
    data: { role: "region", "aria-label": model.get("title") },
  });
  // one node for all that a screen reader is told, as long as the panel is there
  const said = make("p", { className: "mtgmeld-said", data: { role: "status" } });
  const hand = make("textarea", {
    readOnly: true,
    hidden: true,
    rows: 6,
    data: { "aria-label": "Text to copy" },
  });
  el.classList.add("mtgmeld-panel");
  // arrows and letters are for the controls, not for JupyterLab's cells
  el.addEventListener("keydown", (event) => event.stopPropagation());
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", model.get("title"));
  el.append(box, presses, said, hand, shown);

  const update = () => {
    for (const field of model.get("fields")) {
      const { key } = field;
      if (!fields.has(key)) {
        const tell = (value) => model.send({ do: "set", key, value });
        const ask = (text) => model.send({ do: "names", key, text });
        fields.set(key, kinds[field.kind](field, tell, ask));
        box.append(fields.get(key).node);
      }
      fields.get(key).update(field);
    }
  };
  const press = () => {
    model.get("presses").forEach(([key, text], n) => {
      const one = presses.children[n] ?? presses.appendChild(button("", () => model.send({ do: "press", key: one.name })));
      one.name = key;
      one.textContent = text;
      one.setAttribute("aria-label", text);
    });
    while (presses.children.length > model.get("presses").length) presses.lastChild.remove();
  };
  const show = () => {
    hand.hidden = true;
    shown.innerHTML = model.get("shown");
  };
  const tell = (text, seen) => {
    said.textContent = text;
    said.classList.toggle("mtgmeld-seen", seen);
  };
  const hear = async (message) => {
    if (message.names) fields.get(message.key).offer(message.names);
    if (message.save) save(message.save);
    if (message.copy === undefined) return message.said && tell(message.said, true);
    try {
      await navigator.clipboard.writeText(message.copy);
      tell(message.said, true);
    } catch {
      // a page that may not write to the clipboard lets its reader do so
      Object.assign(hand, { hidden: false, value: message.copy });
      hand.select();
      tell("Copy this text by your keyboard.", true);
    }
  };
  const heard = [
    ["change:fields", update],
    ["change:presses", press],
    ["change:shown", show],
    ["change:said", () => tell(model.get("said"), false)],
    ["msg:custom", hear],
  ];
  for (const [event, act] of heard) model.on(event, act);
  update();
  press();
  show();
  return () => heard.forEach(([event, act]) => model.off(event, act));
}

export default { render };
