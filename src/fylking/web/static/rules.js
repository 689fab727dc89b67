// The rules pages are Markdown of a simple kind; they are made into elements, never into HTML text.

function inline(text, into) {
  const pattern = /\*\*(.+?)\*\*|`([^`]+)`|\*(.+?)\*|\[([^\]]+)\]\([^)]*\)/g;
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    into.append(text.slice(last, match.index));
    last = match.index + match[0].length;
    const [, strong, code, slanted, link] = match;
    if (link !== undefined) {
      into.append(link);
      continue;
    }
    const name = strong !== undefined ? "strong" : code !== undefined ? "code" : "em";
    const part = document.createElement(name);
    if (name === "code") part.textContent = code;
    else inline(strong ?? slanted, part);
    into.append(part);
  }
  into.append(text.slice(last));
}

function made(name, text) {
  const element = document.createElement(name);
  inline(text, element);
  return element;
}

export function rulesOf(markdown) {
  const found = document.createDocumentFragment();
  const lines = markdown.split("\n");
  for (let i = 0; i < lines.length; ) {
    const line = lines[i];
    if (line.startsWith("```")) {
      const end = lines.indexOf("```", i + 1);
      const block = document.createElement("pre");
      block.textContent = lines.slice(i + 1, end).join("\n");
      found.append(block);
      i = end + 1;
    } else if (/^#+ /.test(line)) {
      const depth = Math.min(line.indexOf(" ") + 1, 4);
      found.append(made(`h${depth + 1}`, line.replace(/^#+ /, "")));
      i += 1;
    } else if (line.startsWith("|")) {
      const table = document.createElement("table");
      for (; i < lines.length && lines[i].startsWith("|"); i += 1) {
        if (/^\|[-| :]+\|$/.test(lines[i])) continue;
        const row = table.insertRow();
        for (const cell of lines[i].slice(1, -1).split("|")) row.append(made("td", cell.trim()));
      }
      found.append(table);
    } else if (/^[*-] /.test(line)) {
      const list = document.createElement("ul");
      while (i < lines.length && /^([*-] | {2,}\S)/.test(lines[i])) {
        let text = lines[i].slice(2);
        for (i += 1; i < lines.length && /^ {2,}\S/.test(lines[i]); i += 1) {
          text += ` ${lines[i].trim()}`;
        }
        list.append(made("li", text));
      }
      found.append(list);
    } else if (line.trim() === "") {
      i += 1;
    } else {
      let text = line;
      for (i += 1; i < lines.length && !/^($|\||```|#|[*-] )/.test(lines[i]); i += 1) {
        text += ` ${lines[i]}`;
      }
      found.append(made("p", text));
    }
  }
  return found;
}
