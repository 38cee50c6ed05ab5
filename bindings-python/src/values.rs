//! Values of Python to JSON text, and serde values to Python.

use hostline::facade::{
    Output, to_values,
    types::{Event, MissedEvent},
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple},
};
use pythonize::Pythonizer;
use serde::Serialize;

/// The deepest nesting that is written, which is what the façade reads. It also ends lists that
/// contain themselves.
const DEPTH: usize = 128;

/// What an operation gave.
pub(crate) fn output(py: Python<'_>, output: &Output) -> PyResult<Py<PyAny>> {
    match output {
        Output::NextEvents(events) | Output::NextChanges(events) => fitting(py, events),
        output => to_python(py, output),
    }
}

/// The events that have a form in Python. One that has none, such as a number beyond all bounds,
/// must not take those with it that came at the same time; it counts as missed.
fn fitting(py: Python<'_>, events: &[Event]) -> PyResult<Py<PyAny>> {
    let given: Vec<Py<PyAny>> =
        events.iter().filter_map(|event| to_python(py, event).ok()).collect();
    let missed = u64::try_from(events.len() - given.len()).unwrap_or(u64::MAX);
    let list = PyList::new(py, given)?;
    if missed > 0 {
        list.append(to_python(py, &Event::from(MissedEvent::new(missed)))?)?;
    }
    Ok(list.into_any().unbind())
}

/// Any value of the façade.
pub(crate) fn to_python<T: Serialize>(py: Python<'_>, value: &T) -> PyResult<Py<PyAny>> {
    Ok(to_values(value, Pythonizer::new(py))?.unbind())
}

/// JSON text of a value of Python.
///
/// # Errors
/// `TypeError` for what JSON has no form for, `ValueError` for numbers that are not finite and for
/// what is nested too deeply.
pub(crate) fn to_json(value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let mut text = Vec::with_capacity(128);
    write(value, &mut text, DEPTH)?;
    Ok(text)
}

fn write(value: &Bound<'_, PyAny>, text: &mut Vec<u8>, depth: usize) -> PyResult<()> {
    let Some(depth) = depth.checked_sub(1) else {
        return Err(PyValueError::new_err("the value is nested too deeply"));
    };
    if let Ok(string) = value.cast::<PyString>() {
        put(string.to_str()?, text)
    } else if let Ok(members) = value.cast::<PyDict>() {
        write_members(members.iter().map(Ok), text, depth)
    } else if value.is_none() {
        text.extend_from_slice(b"null");
        Ok(())
    } else if let Ok(truth) = value.cast::<PyBool>() {
        put(&truth.is_true(), text)
    } else if let Ok(integer) = value.cast::<PyInt>() {
        write_integer(integer, text)
    } else if let Ok(float) = value.cast::<PyFloat>() {
        match float.value() {
            number if number.is_finite() => put(&number, text),
            number => Err(PyValueError::new_err(format!("JSON has no number {number}"))),
        }
    } else if let Ok(items) = value.cast::<PyList>() {
        write_items(items.iter(), text, depth)
    } else if let Ok(items) = value.cast::<PyTuple>() {
        write_items(items.iter(), text, depth)
    } else if let Ok(mapping) = value.cast::<PyMapping>() {
        let members = mapping.items()?;
        write_members(members.iter().map(|member| member.extract()), text, depth)
    } else {
        let kind = value.get_type().name()?;
        Err(PyTypeError::new_err(format!("JSON has no form for {kind}")))
    }
}

fn write_members<'py>(
    members: impl Iterator<Item = PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)>>,
    text: &mut Vec<u8>,
    depth: usize,
) -> PyResult<()> {
    text.push(b'{');
    for (index, member) in members.enumerate() {
        let (name, value) = member?;
        if index > 0 {
            text.push(b',');
        }
        let Ok(name) = name.cast::<PyString>() else {
            let kind = name.get_type().name()?;
            return Err(PyTypeError::new_err(format!("JSON has no member named by {kind}")));
        };
        put(name.to_str()?, text)?;
        text.push(b':');
        write(&value, text, depth)?;
    }
    text.push(b'}');
    Ok(())
}

fn write_items<'py>(
    items: impl Iterator<Item = Bound<'py, PyAny>>,
    text: &mut Vec<u8>,
    depth: usize,
) -> PyResult<()> {
    text.push(b'[');
    for (index, item) in items.enumerate() {
        if index > 0 {
            text.push(b',');
        }
        write(&item, text, depth)?;
    }
    text.push(b']');
    Ok(())
}

fn write_integer(integer: &Bound<'_, PyInt>, text: &mut Vec<u8>) -> PyResult<()> {
    if let Ok(small) = integer.extract::<i64>() {
        return put(&small, text);
    }
    // Of any size, and of a subclass with words of its own.
    let digits = integer.py().get_type::<PyInt>().call_method1("__repr__", (integer,))?;
    text.extend_from_slice(digits.cast::<PyString>()?.to_str()?.as_bytes());
    Ok(())
}

fn put<T: Serialize + ?Sized>(value: &T, text: &mut Vec<u8>) -> PyResult<()> {
    serde_json::to_writer(text, value).map_err(|error| PyValueError::new_err(error.to_string()))
}
