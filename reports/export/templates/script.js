// Search and filter operations, show the details of one, name the cells of the maps, and print all details.
const packed = Uint8Array.from(atob(document.getElementById("data").textContent), letter => letter.charCodeAt(0));
const data = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
const codes = "pfucx";

// An element with properties and children; strings become text nodes, never HTML.
function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children.filter(child => child !== null && child !== ""));
  return element;
}

const fact = (name, ...values) => values.some(value => value !== "")
  ? make("div", {}, make("dt", {}, name), make("dd", {}, ...values)) : null;

function heat(share) {
  const step = share < 0 ? 0 : share === 100 ? 5 : Math.min(4, 1 + Math.floor(share / 25));
  return make("td", {className: "h" + step}, share < 0 ? "" : String(share));
}

function programs(operation, failing, folder) {
  return failing.map(([form, program, text, file]) => make("div", {},
    make("h4", {}, form), make("pre", {className: "program"}, make("code", {}, program)), make("p", {}, text),
    file === "" ? "" : make("p", {className: "code"}, bundle(fileName(operation, form, file), folder))));
}

const fileName = (operation, form, file) =>
  typeof file === "number" ? `${operation}-${form}-${file}.failure.json` : file;

const bundle = (file, folder) => make("a", {href: encodeURI(folder + "/" + file)}, file);

function formsTable(forms, certificate) {
  const head = ["form", "verdict", "passed", ...data.axes.map(axis => axis + " %"), "why", "defects"];
  const rows = forms.map(([form, verdict = 0, cases = 0, passed = 0, covered, why = 0, defects]) => make("tr", {},
    make("th", {scope: "row"}, form), make("td", {className: codes[verdict]}, data.verdicts[verdict]),
    make("td", {className: "n"}, passed + " of " + cases), ...data.axes.map((_, n) => heat(covered ? covered[n] : -1)),
    make("td", {className: "wide"}, data.texts[why]),
    make("td", {}, ...(defects || []).flatMap(n =>
      [make("a", {href: "#c" + (certificate + 1) + "-d" + n}, String(n)), " "]))));
  const kind = n => n > 2 && n < 6 ? "n h" : n === 6 ? "wide" : "";
  const names = head.map((name, n) => make("th", {scope: "col", className: kind(n)}, name));
  return make("table", {}, make("thead", {}, make("tr", {}, ...names)), make("tbody", {}, ...rows));
}

function detail(arch, [name, row, signature, sections, rules, errata, opcodes, results]) {
  const archData = data.archs[arch];
  return [
    make("dl", {className: "more"},
      fact("computes", signature && make("code", {}, signature)),
      fact("encoded as", opcodes.join(", ")),
      fact("in the manual", sections.length ? "section " + sections.join(", ") : ""),
      fact("rules", ...rules.flatMap(rule => [make("a", {href: "#" + arch + "-rule-" + rule}, rule), " "])),
      ...errata.map(key => fact(key, data.errata[key] || "")),
      fact("row", row && make("code", {}, "spec/ops/" + row))),
    ...results.flatMap((result, n) => result ? [
      results.length > 1 ? make("h4", {}, data.names[archData.targets[n]]) : "",
      formsTable(result[0], archData.targets[n]), ...programs(name, result[1], archData.folders[n])] : []).filter(Boolean)];
}

// ---- one architecture's operations ----
function operations(section) {
  const arch = section.dataset.arch, details = data.archs[arch].operations;
  const groups = [...section.querySelectorAll("details.encoding")];
  const rows = [...section.querySelectorAll("tr[id]")];
  const search = section.querySelector("input"), output = section.querySelector("output");
  const buttons = [...section.querySelectorAll("button[data-verdict]")];
  const differ = section.querySelector("[data-differ]");
  const known = rows.map((row, n) => {
    const group = row.closest("details");
    const code = [...row.querySelectorAll("td[class]")].map(cell => cell.className).filter(name => name.length === 1);
    const words = [row.textContent, group.querySelector("h3").textContent, details[n][1], ...details[n][4], ...details[n][5]];
    return {row, group, code, text: words.join(" ").toLowerCase()};
  });

  function fold(row, open) {
    const button = row.querySelector("button");
    row.classList.toggle("open", open);
    button.setAttribute("aria-expanded", open);
    if (!open) return row.nextElementSibling.remove();
    const cell = make("td", {colSpan: row.cells.length}, ...detail(arch, details[rows.indexOf(row)]));
    row.after(make("tr", {className: "detail"}, cell));
  }

  function addButtons(group) {
    for (const cell of group.querySelectorAll("tr[id] > th:not(:has(button))")) {
      const button = make("button", {type: "button"}, cell.textContent.trim());
      button.setAttribute("aria-expanded", "false");
      button.onclick = () => fold(cell.parentElement, !cell.parentElement.classList.contains("open"));
      cell.replaceChildren(button);
    }
  }

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = buttons.filter(b => b.getAttribute("aria-pressed") === "true").map(b => b.dataset.verdict);
    const onlyDiffering = differ && differ.getAttribute("aria-pressed") === "true";
    const filtered = words.length || wanted.length || onlyDiffering;
    let count = 0;
    for (const entry of known) {
      const shown = words.every(word => entry.text.includes(word))
        && (!wanted.length || entry.code.some(code => wanted.includes(code)))
        && (!onlyDiffering || new Set(entry.code).size > 1);
      entry.row.hidden = !shown;
      if (entry.row.classList.contains("open")) entry.row.nextElementSibling.hidden = !shown;
      count += shown;
    }
    for (const group of groups) {
      const matches = group.querySelector("tr[id]:not([hidden])") !== null;
      group.hidden = !matches;
      group.open = Boolean(filtered) && matches;
    }
    output.textContent = (filtered ? count + " of " : "") + known.length + " operations";
  }

  groups.forEach(group => group.addEventListener("toggle", () => group.open && addButtons(group)));
  search.addEventListener("input", filter);
  section.querySelector("form").addEventListener("submit", event => event.preventDefault());
  for (const button of [...buttons, ...(differ ? [differ] : [])])
    button.onclick = () => {
      button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
      filter();
    };
  output.textContent = known.length + " operations";
  return row => {
    const group = row.closest("details");
    group.hidden = row.hidden = false;
    group.open = true;
    addButtons(group);
    if (!row.classList.contains("open")) fold(row, true);
  };
}

const sections = [...document.querySelectorAll("section.operations")];
const unfold = new Map(sections.map(section => [section, operations(section)]));

// ---- links into the page ----
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  const section = target.closest("section.operations");
  if (target.tagName === "TR" && section) unfold.get(section)(target);
  else if (target.tagName === "TR") target.closest("details").open = true;
  else if (target.tagName === "LI") target.querySelector("details").open = true;
  else return;
  target.scrollIntoView({block: "start"});
  target.querySelector("button, summary")?.focus({preventScroll: true});
}
window.addEventListener("hashchange", openTarget);
if (location.hash) openTarget();

// ---- maps ----
document.querySelectorAll(".map").forEach((map, certificate) => {
  const cells = [...map.querySelectorAll(".cells i")], label = map.querySelector("output");
  const arch = Object.keys(data.archs).find(name => data.archs[name].targets.includes(certificate));
  const index = data.archs[arch].targets.indexOf(certificate);
  const operationsOfTarget = data.archs[arch].operations.filter(operation => operation[7][index]);
  map.addEventListener("pointerover", event => {
    const number = cells.indexOf(event.target);
    if (number < 0) return;
    map.querySelector(".here")?.classList.remove("here");
    event.target.classList.add("here");
    const verdict = data.verdicts[codes.indexOf(event.target.classList[0])];
    label.textContent = operationsOfTarget[number][0] + ": " + verdict;
  });
  map.addEventListener("click", event => {
    const number = cells.indexOf(event.target);
    if (number >= 0) location.hash = arch + "-" + operationsOfTarget[number][0].replace(/[^\p{L}\p{N}_]/gu, "-");
  });
});

// ---- print all ----
window.addEventListener("beforeprint", () => {
  for (const element of document.querySelectorAll("details:not([open])")) {
    element.open = true;
    element.dataset.closed = "";
  }
});
window.addEventListener("afterprint", () => {
  for (const element of document.querySelectorAll("details[data-closed]")) {
    element.open = false;
    delete element.dataset.closed;
  }
});
